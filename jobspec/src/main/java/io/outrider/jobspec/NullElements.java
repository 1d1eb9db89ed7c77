package io.outrider.jobspec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Finds null where API JSON must have a thing: in a list, or as a thing with a name. Null fields are unset ones. */
final class NullElements {
    /** What is in these is for others to read. */
    private static final Set<String> FREE = Set.of("Config", "Policy", "ExtraClaims");

    /** Things by name. */
    private static final Set<String> NAMED = Set.of("Volumes");

    private NullElements() {}

    /** Names and numbers that lead to the first one. */
    static Optional<List<Object>> first(JsonNode node) {
        return first(node, List.of(), false);
    }

    private static Optional<List<Object>> first(JsonNode node, List<Object> path, boolean named) {
        if (node.isNull() && !path.isEmpty() && (named || path.get(path.size() - 1) instanceof Integer)) {
            return Optional.of(path);
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            Optional<List<Object>> found = first(node.get(i), deeper(path, i), false);
            if (found.isPresent()) {
                return found;
            }
        }
        boolean things = !path.isEmpty() && path.get(path.size() - 1) instanceof String name && NAMED.contains(name);
        for (String field : node.propertyNames()) {
            Optional<List<Object>> found =
                    FREE.contains(field) ? Optional.empty() : first(node.get(field), deeper(path, field), things);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static List<Object> deeper(List<Object> path, Object step) {
        List<Object> all = new ArrayList<>(path);
        all.add(step);
        return all;
    }

    /** As in {@code TaskGroups[0].Tasks[1]}. */
    static String text(List<Object> path) {
        StringBuilder out = new StringBuilder();
        for (Object step : path) {
            boolean name = step instanceof String;
            out.append(name && !out.isEmpty() ? "." : "").append(name ? step : "[" + step + "]");
        }
        return out.toString();
    }
}
