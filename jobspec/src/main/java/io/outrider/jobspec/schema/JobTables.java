package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.eval.BoundBlock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Jobs and groups. */
final class JobTables {
    private static final String GROUPS = "TaskGroups";
    private static final String VAULT = "-vault";
    private static final List<String> SERVER_FIELDS = List.of(
            "Stop",
            "ParentID",
            "DispatchIdempotencyToken",
            "Payload",
            "ConsulNamespace",
            "VaultNamespace",
            "NomadTokenID",
            "Status",
            "StatusDescription",
            "Stable",
            "Version",
            "SubmitTime",
            "CreateIndex",
            "ModifyIndex",
            "JobModifyIndex");

    private static final Supplier<Spec> JOB = Spec.once(JobTables::newJob);
    private static final Supplier<Spec> GROUP = Spec.once(JobTables::newGroup);
    private static final Supplier<Spec> TASK = Spec.once(TaskTables::task);

    private JobTables() {}

    static Spec job() {
        return JOB.get();
    }

    private static Spec newJob() {
        Spec spec = new Spec();
        SERVER_FIELDS.forEach(field -> spec.fixed(field, null));
        return spec.fixed("Dispatched", false)
                .argument(Kind.TEXT_OR_NULL, "id", "ID")
                .argument(Kind.TEXT_OR_NULL, "name", "Name")
                .argument(Kind.TEXT_OR_NULL, "region", "Region")
                .argument(Kind.TEXT_OR_NULL, "namespace", "Namespace")
                .argument(Kind.TEXT_OR_NULL, "type", "Type")
                .argument(Kind.WHOLE_OR_NULL, "priority", "Priority")
                .argument(Kind.BOOL_OR_NULL, "all_at_once", "AllAtOnce")
                .argument(Kind.TEXTS, "datacenters", "Datacenters")
                .argument(Kind.TEXT_OR_NULL, "node_pool", "NodePool")
                .argument(Kind.TEXT_OR_NULL, "consul_token", "ConsulToken")
                .argument(Kind.TEXT_OR_NULL, "vault_token", "VaultToken")
                .many("constraint", "Constraints", PlacementTables::constraint)
                .many("affinity", "Affinities", PlacementTables::affinity)
                .many("spread", "Spreads", PlacementTables::spread)
                .one("update", "Update", PolicyTables::update)
                .one("migrate", "Migrate", PolicyTables::migrate)
                .one("reschedule", "Reschedule", PolicyTables::reschedule)
                .one("multiregion", "Multiregion", PolicyTables::multiregion)
                .one("periodic", "Periodic", PolicyTables::periodic)
                .one("parameterized", "ParameterizedJob", PolicyTables::parameterized)
                .textMapOrArgument("meta", "Meta")
                .newerOne("ui", "UI", NewerTables::ui)
                .one("vault", VAULT, PolicyTables::vault)
                .fixed(GROUPS, null)
                .block("task", List.of("name"), new BlockRule.Own(JobTables::looseTasks, TASK), null)
                .block("group", List.of("name"), new BlockRule.Own(JobTables::groups, GROUP), null)
                .then(JobTables::inheritVault);
    }

    /** A sentence that says in which blocks a name is known; empty if in none of the common ones. */
    static String home(String name) {
        Map<String, Spec> tables = new LinkedHashMap<>();
        tables.put("job", job());
        tables.put("group", group());
        tables.put("task", TaskTables.task());
        tables.put("resources", TaskTables.resources());
        tables.put("logs", TaskTables.logs());
        tables.put("network", PolicyTables.network());
        tables.put("service", ServiceTables.service());
        tables.put("restart", PolicyTables.restart());
        tables.put("update", PolicyTables.update());
        tables.put("periodic", PolicyTables.periodic());
        List<String> homes = new ArrayList<>();
        tables.forEach((block, table) -> {
            if (table.arguments().containsKey(name) || table.blocks().containsKey(name)) {
                homes.add(block);
            }
        });
        return homes.isEmpty() ? "" : "It belongs into a block of type " + String.join(" or ", homes) + ".";
    }

    /** A task outside of all groups makes a group of its name, before the real ones. */
    private static void looseTasks(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
        List<Object> groups = new ArrayList<>();
        for (BoundBlock block : blocks) {
            Map<String, @Nullable Object> task = decoder.body(block, TASK.get());
            String name = block.labels().get(0).text();
            task.put("Name", name);
            Map<String, @Nullable Object> group = group().blank();
            group.put("Name", name);
            List<Object> tasks = new ArrayList<>();
            tasks.add(task);
            group.put("Tasks", tasks);
            groups.add(group);
        }
        json.put(GROUPS, groups);
    }

    private static void groups(Decoder decoder, List<BoundBlock> blocks, Map<String, @Nullable Object> json) {
        List<@Nullable Object> groups = new ArrayList<>(list(json.get(GROUPS)));
        for (BoundBlock block : blocks) {
            Map<String, @Nullable Object> group = decoder.body(block, group());
            group.put("Name", block.labels().get(0).text());
            groups.add(group);
        }
        json.put(GROUPS, groups);
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static Spec group() {
        return GROUP.get();
    }

    private static Spec newGroup() {
        return new Spec()
                .fixed("Name", "")
                .argument(Kind.WHOLE_OR_NULL, "count", "Count")
                .argument(Kind.DURATION_OR_NULL, "shutdown_delay", "ShutdownDelay")
                .argument(Kind.DURATION_OR_NULL, "stop_after_client_disconnect", "StopAfterClientDisconnect")
                .argument(Kind.DURATION_OR_NULL, "max_client_disconnect", "MaxClientDisconnect")
                .many("constraint", "Constraints", PlacementTables::constraint)
                .many("affinity", "Affinities", PlacementTables::affinity)
                .many("spread", "Spreads", PlacementTables::spread)
                .labelled("task", "Tasks", "Name", TASK)
                .block(
                        "volume",
                        List.of("name"),
                        new BlockRule.ByLabel("Volumes", "Name", JobTables::volume),
                        "Volumes")
                .one("restart", "RestartPolicy", PolicyTables::restart)
                .one("reschedule", "ReschedulePolicy", PolicyTables::reschedule)
                .one("ephemeral_disk", "EphemeralDisk", PolicyTables::ephemeralDisk)
                .one("update", "Update", PolicyTables::update)
                .one("migrate", "Migrate", PolicyTables::migrate)
                .many("network", "Networks", PolicyTables::network)
                .textMapOrArgument("meta", "Meta")
                .many("service", "Services", ServiceTables::service)
                .block("scaling", List.of(), new BlockRule.Own(ScalingRules::group, PolicyTables::scaling), "Scaling")
                .one("consul", "Consul", NewerTables::consul)
                .newer(Kind.DURATION_OR_NULL, "max_run_duration", "MaxRunDuration")
                .newer(Kind.BOOL_OR_NULL, "prevent_reschedule_on_lost", "PreventRescheduleOnLost")
                .newerOne("disconnect", "Disconnect", NewerTables::disconnect)
                .one("vault", VAULT, PolicyTables::vault);
    }

    private static Spec volume() {
        return new Spec()
                .fixed("Name", "")
                .argument(Kind.TEXT, "type", "Type")
                .argument(Kind.TEXT, "source", "Source")
                .argument(Kind.BOOL, "read_only", "ReadOnly")
                .argument(Kind.TEXT, "access_mode", "AccessMode")
                .argument(Kind.TEXT, "attachment_mode", "AttachmentMode")
                .argument(Kind.BOOL, "per_alloc", "PerAlloc")
                .newer(Kind.BOOL_OR_NULL, "sticky", "Sticky")
                .one("mount_options", "MountOptions", () -> new Spec()
                        .argument(Kind.TEXT, "fs_type", "FSType")
                        .argument(Kind.TEXTS, "mount_flags", "MountFlags"));
    }

    /** The nearest block counts as a whole: the task's, else the group's, else the job's. */
    private static void inheritVault(Map<String, @Nullable Object> job) {
        Object jobVault = job.remove(VAULT);
        for (Object group : list(job.get(GROUPS))) {
            Map<String, @Nullable Object> fields = fields(group);
            Object groupVault = fields.remove(VAULT);
            for (Object task : list(fields.get("Tasks"))) {
                Object nearest = groupVault != null ? groupVault : jobVault;
                if (nearest != null) {
                    fields(task).putIfAbsent("Vault", new LinkedHashMap<>(fields(nearest)));
                }
            }
        }
    }

    @SuppressWarnings("unchecked") // Every object in the tree was made by a Spec.
    private static Map<String, @Nullable Object> fields(@Nullable Object object) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(object, "object");
    }
}
