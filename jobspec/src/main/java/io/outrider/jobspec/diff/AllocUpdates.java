package io.outrider.jobspec.diff;

import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides whether allocs of a job go on under a new version of it, as the reference's scheduler does. Its plan's
 * annotations of tasks ({@link JobDiffs}) are coarser: they call some changes destructive that are made in place. Pure.
 */
public final class AllocUpdates {

    private static final List<String> OF_GROUP = List.of("EphemeralDisk", "Consul", "Volumes");
    private static final List<String> OF_TASK = List.of(
            "Driver",
            "User",
            "Config",
            "Env",
            "Artifacts",
            "Vault",
            "Consul",
            "Templates",
            "CSIPluginConfig",
            "VolumeMounts",
            "Identity",
            "Identities",
            "Kind");
    private static final List<String> OF_RESOURCES =
            List.of("CPU", "Cores", "MemoryMB", "MemoryMaxMB", "Devices", "NUMA");

    private final JsonNode oldJob;
    private final JsonNode newJob;
    private final JsonNode oldGroup;
    private final JsonNode newGroup;

    private AllocUpdates(JsonNode oldJob, JsonNode newJob, JsonNode oldGroup, JsonNode newGroup) {
        this.oldJob = oldJob;
        this.newJob = newJob;
        this.oldGroup = oldGroup;
        this.newGroup = newGroup;
    }

    /**
     * Why the allocs of a group have to be replaced, for people; empty when they go on with the new version. Both
     * versions are canonical and have the group.
     */
    public static Optional<String> replaceReason(Job old, Job now, String group) {
        JsonNode before = Json.mapper().valueToTree(old);
        JsonNode after = Json.mapper().valueToTree(now);
        return new AllocUpdates(before, after, named(before, "TaskGroups", group), named(after, "TaskGroups", group))
                .reason();
    }

    private Optional<String> reason() {
        if (oldGroup.path("Tasks").size() != newGroup.path("Tasks").size()) {
            return Optional.of("number of tasks changed");
        }
        return differs(OF_GROUP, oldGroup, newGroup)
                .or(() -> changed("Networks", networks(oldGroup), networks(newGroup)))
                .or(() -> changed("Connect", connects(oldGroup), connects(newGroup)))
                .or(() ->
                        changed("Affinities", all("Affinities", oldJob, oldGroup), all("Affinities", newJob, newGroup)))
                .or(() -> changed("Spreads", all("Spreads", oldJob, oldGroup), all("Spreads", newJob, newGroup)))
                .or(this::taskReason);
    }

    private Optional<String> taskReason() {
        return oldGroup.path("Tasks")
                .valueStream()
                .flatMap(task -> taskReason(task).stream()
                        .map(reason -> "task \"" + task.path("Name").asString("") + "\": " + reason))
                .findFirst();
    }

    private Optional<String> taskReason(JsonNode old) {
        JsonNode now = named(newGroup, "Tasks", old.path("Name").asString(""));
        if (now.isMissingNode()) {
            return Optional.of("removed");
        }
        JsonNode oldResources = old.path("Resources");
        JsonNode newResources = now.path("Resources");
        return differs(OF_TASK, old, now)
                .or(() -> changed("Meta", meta(oldJob, oldGroup, old), meta(newJob, newGroup, now)))
                .or(() -> differs(OF_RESOURCES, oldResources, newResources))
                .or(() -> changed("Networks", networks(oldResources), networks(newResources)))
                .or(() -> changed(
                        "LogConfig.Disabled", flag(old, "LogConfig", "Disabled"), flag(now, "LogConfig", "Disabled")))
                .or(() -> changed(
                        "RestartPolicy.RenderTemplates",
                        flag(old, "RestartPolicy", "RenderTemplates"),
                        flag(now, "RestartPolicy", "RenderTemplates")));
    }

    private static Optional<String> differs(List<String> keys, JsonNode old, JsonNode now) {
        return keys.stream()
                .flatMap(key -> changed(key, value(old, key), value(now, key)).stream())
                .findFirst();
    }

    private static Optional<String> changed(String what, Object old, Object now) {
        return old.equals(now) ? Optional.empty() : Optional.of(what + " changed");
    }

    /** Absent, null and empty mean the same. */
    private static Object value(JsonNode owner, String key) {
        JsonNode value = owner.path(key);
        return value.isNull() || value.isContainer() && value.isEmpty() ? "" : value.isMissingNode() ? "" : value;
    }

    private static Object flag(JsonNode task, String block, String key) {
        return task.path(block).path(key).asBoolean(false);
    }

    /** What a task sees of all three. */
    private static Map<String, String> meta(JsonNode... owners) {
        Map<String, String> all = new HashMap<>();
        for (JsonNode owner : owners) {
            owner.path("Meta")
                    .properties()
                    .forEach(entry -> all.put(entry.getKey(), entry.getValue().asString("")));
        }
        return all;
    }

    /** Ports that are chosen at placement count by what asks for them. */
    private static List<JsonNode> networks(JsonNode owner) {
        List<JsonNode> found = new ArrayList<>();
        owner.path("Networks").valueStream().forEach(network -> {
            ObjectNode asked = (ObjectNode) network.deepCopy();
            asked.remove(List.of("Device", "CIDR", "IP"));
            asked.path("DynamicPorts").valueStream().forEach(port -> ((ObjectNode) port).remove("Value"));
            found.add(asked);
        });
        return found;
    }

    private static Map<String, JsonNode> connects(JsonNode group) {
        Map<String, JsonNode> found = new HashMap<>();
        group.path("Services")
                .valueStream()
                .filter(service -> service.path("Connect").isObject())
                .forEach(service -> found.put(service.path("Name").asString(""), service.get("Connect")));
        return found;
    }

    private static List<JsonNode> all(String key, JsonNode job, JsonNode group) {
        ArrayNode none = Json.mapper().createArrayNode();
        return Stream.concat(Stream.of(job, group), group.path("Tasks").valueStream())
                .flatMap(owner -> (owner.path(key).isArray() ? owner.get(key) : none).valueStream())
                .toList();
    }

    private static JsonNode named(JsonNode owner, String key, String name) {
        return owner.path(key)
                .valueStream()
                .filter(item -> item.path("Name").asString("").equals(name))
                .findFirst()
                .orElseGet(() -> Json.mapper().missingNode());
    }
}
