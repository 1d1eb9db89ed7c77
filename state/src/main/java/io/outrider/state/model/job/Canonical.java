package io.outrider.state.model.job;

import io.outrider.state.model.Json;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/**
 * Fills in what a job leaves out, as the reference's clients do before they send it (http-api section 4.5, corpus
 * README "Canonical form"). What only a server fills in stays as it is, datacenters above all.
 */
public final class Canonical {
    private Canonical() {}

    /** A job with defaults; the same job again if it has them already. Pure. */
    public static Job of(Job job) {
        ObjectNode tree = (ObjectNode) Json.treeOf(Objects.requireNonNull(job, "job"));
        scalars(tree);
        Trees.objects(tree, "Affinities").forEach(Canonical::weight);
        Trees.objects(tree, "Spreads").forEach(Canonical::weight);
        Trees.object(tree, "Periodic").ifPresent(Canonical::periodic);
        Trees.object(tree, "Multiregion").ifPresent(Canonical::multiregion);
        CanonicalPolicies.jobUpdate(tree);
        Trees.objects(tree, "TaskGroups").forEach(group -> group(tree, group));
        return Json.read(tree, Job.class);
    }

    private static void scalars(ObjectNode job) {
        Trees.fill(job, "Name", job.get("ID"));
        Trees.fill(job, "Region", "global");
        Trees.fill(job, "Namespace", "default");
        Trees.fill(job, "Type", "service");
        Trees.fill(job, "Priority", 50);
        for (String name : new String[] {"AllAtOnce", "Stop", "Stable"}) {
            Trees.fill(job, name, false);
        }
        for (String name : new String[] {
            "ParentID",
            "NodePool",
            "ConsulToken",
            "ConsulNamespace",
            "VaultToken",
            "VaultNamespace",
            "NomadTokenID",
            "Status",
            "StatusDescription"
        }) {
            Trees.fill(job, name, "");
        }
        for (String name : new String[] {"Version", "CreateIndex", "ModifyIndex", "JobModifyIndex"}) {
            Trees.fill(job, name, 0);
        }
    }

    private static void periodic(ObjectNode periodic) {
        Trees.fill(periodic, "Enabled", true);
        Trees.fill(periodic, "Spec", "");
        Trees.fill(periodic, "SpecType", "cron");
        Trees.fill(periodic, "ProhibitOverlap", false);
        Trees.fillText(periodic, "TimeZone", "UTC");
        if (Trees.unset(periodic, "Specs")) {
            periodic.putArray("Specs");
        }
    }

    private static void multiregion(ObjectNode multiregion) {
        ObjectNode strategy = Trees.objectOrNew(multiregion, "Strategy");
        Trees.fill(strategy, "MaxParallel", 0);
        Trees.fill(strategy, "OnFailure", "");
        if (Trees.unset(multiregion, "Regions")) {
            multiregion.putArray("Regions");
        }
        for (ObjectNode region : Trees.objects(multiregion, "Regions")) {
            Trees.fill(region, "Count", 1);
            if (Trees.unset(region, "Datacenters")) {
                region.putArray("Datacenters");
            }
            if (Trees.unset(region, "Meta")) {
                region.putObject("Meta");
            }
        }
    }

    static void weight(ObjectNode weighted) {
        Trees.fill(weighted, "Weight", 50);
    }

    private static void group(ObjectNode job, ObjectNode group) {
        ObjectNode scaling = Trees.object(group, "Scaling").orElseGet(group::objectNode);
        Trees.fill(group, "Count", scaling.get("Min"));
        Trees.fill(group, "Count", 1);
        if (!scaling.isEmpty()) {
            Trees.fill(scaling, "Min", group.get("Count"));
            Trees.fill(scaling, "Enabled", true);
        }
        Trees.objects(group, "Affinities").forEach(Canonical::weight);
        Trees.objects(group, "Spreads").forEach(Canonical::weight);
        ObjectNode disk = Trees.objectOrNew(group, "EphemeralDisk");
        Trees.fill(disk, "Sticky", false);
        Trees.fill(disk, "Migrate", false);
        Trees.fill(disk, "SizeMB", 300);
        ObjectNode consul = Trees.objectOrNew(group, "Consul");
        Trees.fillText(consul, "Namespace", job.path("ConsulNamespace").asString(""));
        CanonicalPolicies.group(job, group);
        String base = job.path("Name").asString("") + "-" + group.path("Name").asString("");
        Trees.objects(group, "Services").forEach(service -> CanonicalService.fill(service, base));
        Trees.objects(group, "Tasks").forEach(task -> CanonicalTask.fill(task, group, base));
    }
}
