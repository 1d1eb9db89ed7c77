package io.outrider.agent.standalone.admission;

import io.outrider.state.model.Json;
import io.outrider.state.model.cluster.JobEdit;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.policy.UpdateStrategy;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A job as the reference's servers hold it: with the defaults of clients and of servers, nothing unset that has a zero
 * value, and no empty lists and maps. Pure.
 */
public final class ServerShape {

    private static final List<String> UPDATE_OF_GROUPS =
            List.of("HealthCheck", "MinHealthyTime", "HealthyDeadline", "ProgressDeadline");

    private static final UpdateStrategy NO_UPDATE = new UpdateStrategy(0L, 0L, "", 0L, 0L, 0L, false, false, 0L);

    private ServerShape() {}

    public static Job of(Job job) {
        ObjectNode tree = (ObjectNode) Json.treeOf(Canonical.of(asSent(job)));
        job(tree);
        String namespace = tree.path("Namespace").asString("");
        objects(tree, "TaskGroups").forEach(group -> group(group, namespace));
        return Json.read(tree, Job.class);
    }

    /**
     * The job as a client sends it, also when it is one that a server has answered: an update of zeros is none, and
     * anywhere will do when nothing is said.
     */
    static Job asSent(Job job) {
        boolean anywhere = job.datacenters() == null || job.datacenters().isEmpty();
        Job placed = anywhere ? new JobEdit(job).datacenters(List.of("*")).done() : job;
        return NO_UPDATE.equals(placed.update())
                ? new JobEdit(placed).update(null).done()
                : placed;
    }

    private static void job(ObjectNode job) {
        texts(job, "DispatchIdempotencyToken");
        flags(job, "Dispatched");
        fill(job, "NodePool", "default");
        update(job);
        job.remove(List.of("Migrate", "Reschedule"));
        noEmpty(job, "Constraints", "Affinities", "Spreads", "Meta");
    }

    /** A job's own is of no use but to tell old clients how fast it goes. */
    private static void update(ObjectNode job) {
        ObjectNode update = job.get("Update") instanceof ObjectNode given ? given : job.putObject("Update");
        numbers(update, "MaxParallel", "Stagger", "Canary");
        UPDATE_OF_GROUPS.forEach(update::remove);
        numbers(update, "MinHealthyTime", "HealthyDeadline", "ProgressDeadline");
        texts(update, "HealthCheck");
        flags(update, "AutoRevert", "AutoPromote");
    }

    private static void group(ObjectNode group, String namespace) {
        noEmpty(group, "Constraints", "Affinities", "Spreads", "Meta", "Networks", "Services", "Volumes");
        objects(group, "Networks").forEach(ServerShape::network);
        services(group, namespace);
        for (ObjectNode task : objects(group, "Tasks")) {
            task(task);
            services(task, namespace);
        }
    }

    private static void services(ObjectNode owner, String namespace) {
        for (ObjectNode service : objects(owner, "Services")) {
            boolean own = service.path("Provider").asString("").equals("nomad");
            fill(service, "Namespace", own ? namespace : "default");
            String name = "service: \"" + service.path("Name").asString("") + "\" check";
            objects(service, "Checks").forEach(check -> fill(check, "Name", name));
        }
    }

    private static void fill(ObjectNode node, String name, String value) {
        if (node.path(name).asString("").isEmpty()) {
            node.put(name, value);
        }
    }

    private static void network(ObjectNode network) {
        texts(network, "Mode", "Device", "CIDR", "IP");
        numbers(network, "MBits");
        noEmpty(network, "ReservedPorts", "DynamicPorts");
        for (String ports : List.of("ReservedPorts", "DynamicPorts")) {
            objects(network, ports).forEach(port -> {
                numbers(port, "Value", "To");
                fill(port, "HostNetwork", "default");
            });
        }
    }

    private static void task(ObjectNode task) {
        texts(task, "User", "KillSignal", "Kind");
        flags(task, "Leader");
        numbers(task, "ShutdownDelay");
        noEmpty(
                task,
                "Constraints",
                "Affinities",
                "Env",
                "Meta",
                "Services",
                "Templates",
                "Artifacts",
                "VolumeMounts",
                "ScalingPolicies");
        if (task.get("Resources") instanceof ObjectNode resources) {
            numbers(resources, "Cores", "MemoryMaxMB", "DiskMB", "IOPS");
            noEmpty(resources, "Networks", "Devices");
            objects(resources, "Networks").forEach(ServerShape::network);
        }
    }

    private static void texts(ObjectNode node, String... names) {
        for (String name : names) {
            if (unset(node, name)) {
                node.put(name, "");
            }
        }
    }

    private static void numbers(ObjectNode node, String... names) {
        for (String name : names) {
            if (unset(node, name)) {
                node.put(name, 0);
            }
        }
    }

    private static void flags(ObjectNode node, String... names) {
        for (String name : names) {
            if (unset(node, name)) {
                node.put(name, false);
            }
        }
    }

    private static void noEmpty(ObjectNode node, String... names) {
        for (String name : names) {
            JsonNode value = node.get(name);
            if (value != null && value.isContainer() && value.isEmpty()) {
                node.putNull(name);
            }
        }
    }

    private static boolean unset(ObjectNode node, String name) {
        JsonNode value = node.get(name);
        return value == null || value.isNull();
    }

    private static List<ObjectNode> objects(ObjectNode node, String name) {
        return node.path(name)
                .valueStream()
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .toList();
    }
}
