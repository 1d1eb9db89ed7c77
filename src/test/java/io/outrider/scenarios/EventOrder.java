package io.outrider.scenarios;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Checks the recorded order of events of different tasks: pairs of {@code ALLOC/TASK/TYPE#NTH}. */
final class EventOrder {

    private EventOrder() {}

    /** One line for each pair that came the other way round or not at all. */
    static List<String> violations(JsonNode pairs, JsonNode allocs) {
        Map<String, Long> times = times(allocs);
        List<String> found = new ArrayList<>();
        for (JsonNode pair : pairs) {
            Long first = times.get(pair.get(0).asString());
            Long second = times.get(pair.get(1).asString());
            if (first == null || second == null || first > second) {
                found.add("order of " + pair + ": at " + first + " and " + second);
            }
        }
        return found;
    }

    private static Map<String, Long> times(JsonNode allocs) {
        Map<String, Long> times = new HashMap<>();
        for (int number = 0; number < allocs.size(); number++) {
            String alloc = number + "/";
            allocs.get(number)
                    .path("TaskStates")
                    .propertyStream()
                    .forEach(task -> addTimes(alloc + task.getKey() + "/", task.getValue(), times));
        }
        return times;
    }

    private static void addTimes(String prefix, JsonNode state, Map<String, Long> times) {
        Map<String, Integer> counts = new HashMap<>();
        for (JsonNode event : state.path("Events")) {
            String type = event.get("Type").asString();
            int count = counts.merge(type, 1, Integer::sum);
            times.put(prefix + type + "#" + count, event.get("Time").asLong());
        }
    }
}
