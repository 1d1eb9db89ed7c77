package io.outrider.scenarios;

import io.outrider.state.model.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Brings an alloc's API JSON into the form of the recorded snapshots (golden/README.md, "scenarios"). */
final class AllocSummary {

    private static final List<String> PLAIN =
            List.of("Name", "TaskGroup", "DesiredStatus", "DesiredDescription", "ClientStatus", "ClientDescription");
    private static final List<String> ALWAYS = List.of("Type", "DisplayMessage", "Details");
    private static final String BY_INTERVAL = "Exceeded allowed attempts, applying a delay";
    private static final Pattern RESTARTING = Pattern.compile("(Task restarting in )(.+)");
    private static final Pattern GO_DURATION_PART = Pattern.compile("([0-9.]+)(ms|µs|us|ns|h|m|s)");
    private static final Map<String, Double> UNITS =
            Map.of("h", 3600e9, "m", 60e9, "s", 1e9, "ms", 1e6, "µs", 1e3, "us", 1e3, "ns", 1d);

    private final JsonNode alloc;

    AllocSummary(JsonNode alloc) {
        this.alloc = alloc;
    }

    /** The alloc's status and every task's state and events. */
    JsonNode summary() {
        ObjectNode out = Json.mapper().createObjectNode();
        PLAIN.forEach(key -> out.put(key, alloc.path(key).asString("")));
        ObjectNode tasks = out.putObject("TaskStates");
        alloc.path("TaskStates")
                .propertyStream()
                .forEach(task -> tasks.set(task.getKey(), task(task.getKey(), task.getValue())));
        return out;
    }

    private ObjectNode task(String name, JsonNode state) {
        ObjectNode out = Json.mapper().createObjectNode();
        List.of("State", "Failed", "Restarts").forEach(key -> out.set(key, state.path(key)));
        List.of("LastRestart", "StartedAt", "FinishedAt")
                .forEach(key -> out.put(key, state.path(key).isString() ? "set" : "zero"));
        ArrayNode events = out.putArray("Events");
        JsonNode policy = restartPolicy(name);
        state.path("Events").forEach(event -> events.add(event(event, policy)));
        return out;
    }

    private JsonNode restartPolicy(String task) {
        String group = alloc.path("TaskGroup").asString();
        for (JsonNode candidate : alloc.path("Job").path("TaskGroups")) {
            if (candidate.path("Name").asString().equals(group)) {
                return candidate
                        .path("Tasks")
                        .valueStream()
                        .filter(each -> each.path("Name").asString().equals(task))
                        .map(each -> each.path("RestartPolicy"))
                        .filter(JsonNode::isObject)
                        .findFirst()
                        .orElse(candidate.path("RestartPolicy"));
            }
        }
        throw new IllegalStateException("no group " + group);
    }

    private static ObjectNode event(JsonNode event, JsonNode policy) {
        ObjectNode out = Json.mapper().createObjectNode();
        ALWAYS.forEach(key -> out.set(key, event.path(key).deepCopy()));
        event.propertyStream()
                .filter(field ->
                        !ALWAYS.contains(field.getKey()) && !field.getKey().equals("Time"))
                .filter(field -> !blank(field.getValue()))
                .forEach(field -> out.set(field.getKey(), field.getValue()));
        String delay = event.path("Details").path("start_delay").asString("0");
        return delay.equals("0") ? out : withDelay(out, Long.parseLong(delay), policy);
    }

    private static boolean blank(JsonNode value) {
        return value.isNull()
                || value.isString() && value.asString().isEmpty()
                || value.isNumber() && value.decimalValue().signum() == 0
                || value.isBoolean() && !value.asBoolean();
    }

    /** A restart delay within its bounds becomes a placeholder, any other stays and so differs. */
    private static ObjectNode withDelay(ObjectNode event, long delay, JsonNode policy) {
        ObjectNode details = (ObjectNode) event.path("Details");
        boolean rest = details.path("restart_reason").asString("").equals(BY_INTERVAL);
        double low = rest ? 1 : policy.path("Delay").asDouble();
        double high = rest ? policy.path("Interval").asDouble() : low * 1.25;
        if (delay < low || delay > high) {
            return event;
        }
        details.put("start_delay", "<ns>");
        if (event.path("StartDelay").decimalValue(BigDecimal.ZERO).longValue() == delay) {
            event.put("StartDelay", "<ns>");
        }
        Matcher message = RESTARTING.matcher(event.path("DisplayMessage").asString());
        if (message.matches() && Math.abs(goDuration(message.group(2)) - delay) <= 1_000_000) {
            event.put("DisplayMessage", message.group(1) + "<duration>");
        }
        return event;
    }

    private static double goDuration(String text) {
        return GO_DURATION_PART
                .matcher(text)
                .results()
                .mapToDouble(part -> Double.parseDouble(part.group(1)) * UNITS.get(part.group(2)))
                .sum();
    }
}
