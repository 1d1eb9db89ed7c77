package io.outrider.jobspec.validate;

import static io.outrider.jobspec.validate.fault.Unset.number;
import static io.outrider.jobspec.validate.fault.Unset.text;

import io.outrider.jobspec.validate.fault.JobFault;
import io.outrider.jobspec.validate.fault.Site;
import io.outrider.jobspec.validate.fault.Unset;
import io.outrider.jobspec.validate.placement.PlacementRules;
import io.outrider.jobspec.validate.service.MeshRules;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.TaskGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks a job as its file says it; defaults are filled in first. Pure; finds all faults (http-api section 4.6). What
 * only a server knows (which namespaces and node pools there are, whether Vault is) is not looked at.
 */
public final class JobCheck {
    private static final Set<String> TYPES = Set.of("service", "batch", "system", "sysbatch");
    private static final long DEFAULT_PRIORITY = 50;

    private final List<JobFault> faults = new ArrayList<>();
    private final Site site = Site.of(faults);

    private JobCheck() {}

    /** The faults in the order of the job; empty if it can run. */
    public static List<JobFault> check(Job job) {
        JobCheck check = new JobCheck();
        Job filled = Canonical.of(job);
        check.names(filled);
        check.job(filled);
        MeshRules.check(check.site, filled);
        for (TaskGroup group : filled.groups()) {
            GroupRules.check(check.site, filled, group);
        }
        LaunchRules.check(check.site, filled);
        return List.copyOf(check.faults);
    }

    private void names(Job job) {
        site.check(text(job.region()).isEmpty(), "region", "Missing job region");
        String id = job.id();
        if (id.isEmpty()) {
            site.fault("id", "Missing job ID");
        } else if (id.contains(" ")) {
            site.fault("id", "Job ID contains a space");
        } else {
            site.check(id.indexOf('\0') >= 0, "id", "Job ID contains a null character");
        }
        String name = text(job.name());
        site.check(name.isEmpty(), "name", "Missing job name");
        site.check(name.indexOf('\0') >= 0, "name", "Job Name contains a null character");
        site.check(text(job.namespace()).isEmpty(), "namespace", "Job must be in a namespace");
    }

    private void job(Job job) {
        String type = text(job.type());
        site.check(!TYPES.contains(type), "type", "Invalid job type: \"" + type + "\"");
        long priority = number(job.priority()) == 0 ? DEFAULT_PRIORITY : number(job.priority());
        site.check(priority < 1 || priority > 100, "priority", "job priority must be between [1, 100]");
        site.check(
                Unset.list(job.datacenters()).contains(""), "datacenters", "Job datacenter must be non-empty string");
        if (job.groups().isEmpty()) {
            site.fault("Missing job task groups");
        }
        PlacementRules.constraints(site, job.constraints());
        if (type.equals("system")) {
            site.check(job.affinities() != null, "affinity", "System jobs may not have an affinity block");
            site.check(job.spreads() != null, "spread", "System jobs may not have a spread block");
        } else {
            PlacementRules.affinities(site, job.affinities());
            PlacementRules.spreads(site, job.spreads());
        }
        groups(job.groups(), type);
    }

    private void groups(List<TaskGroup> groups, String type) {
        Map<String, Integer> seen = new HashMap<>();
        Map<String, Integer> twins = new HashMap<>();
        for (int i = 1; i <= groups.size(); i++) {
            TaskGroup group = groups.get(i - 1);
            int twin = twins.merge(group.name(), 1, Integer::sum) - 1;
            Site here = site.at(Site.nth("group", twin), group.name());
            if (group.name().isEmpty()) {
                here.fault("Job task group " + i + " missing name");
            } else {
                Integer before = seen.putIfAbsent(group.name(), i);
                if (before != null) {
                    here.fault("Job task group " + i + " redefines '" + group.name() + "' from group " + before);
                }
            }
            long stop = number(group.stopAfterClientDisconnect());
            boolean stops = type.equals("service") || type.equals("batch");
            here.check(number(group.shutdownDelay()) < 0, "shutdown_delay", "ShutdownDelay must be a positive value");
            here.check(
                    stop < 0, "stop_after_client_disconnect", "stop_after_client_disconnect must be a positive value");
            here.check(
                    stop != 0 && !stops,
                    "stop_after_client_disconnect",
                    "stop_after_client_disconnect can only be set in batch and service jobs");
            long count = number(group.count());
            here.check(
                    type.equals("system") && count > 1,
                    "count",
                    "Job task group " + group.name() + " has count " + count
                            + ". Count cannot exceed 1 with system scheduler");
        }
    }
}
