package io.outrider.scenarios;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Compares what was seen with recorded data that holds placeholders (golden/README.md, "Placeholders"). */
final class GoldenMatcher {

    private static final String PATH = "/[^\\s\"'\\x00]*";

    private static final Map<String, String> PATTERNS = Map.of(
            "uuid", "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
            "hex8", "[0-9a-f]{8}",
            "index", "[1-9]\\d*",
            "int", "-?\\d+",
            "ns", "\\d+",
            "ns-timestamp", "\\d{16,20}",
            "duration", "(?:[0-9.]+(?:h|ms|m|µs|us|ns|s))+|0",
            "port", "\\d{1,5}",
            "alloc-root", PATH,
            "cgroup-parent", PATH);

    private static final Pattern PLACEHOLDER = Pattern.compile("<([a-z0-9-]+)>");

    private GoldenMatcher() {}

    /** Differences, one line each; empty when all is as recorded. */
    static List<String> differences(JsonNode expected, JsonNode seen, String path) {
        if (expected.isObject()) {
            return expected.has("_any_of")
                    ? nearest(expected.get("_any_of"), seen, path)
                    : objects(expected, seen, path);
        }
        if (expected.isArray()) {
            return arrays(expected, seen, path);
        }
        return leaf(expected, seen) ? List.of() : List.of(line(path, expected, seen));
    }

    private static List<String> nearest(JsonNode alternatives, JsonNode seen, String path) {
        return alternatives
                .valueStream()
                .map(alternative -> differences(alternative, seen, path))
                .min(Comparator.comparingInt(List::size))
                .orElseThrow();
    }

    private static List<String> objects(JsonNode expected, JsonNode seen, String path) {
        if (!seen.isObject()) {
            return List.of(line(path, expected, seen));
        }
        List<String> found = new ArrayList<>();
        expected.propertyStream()
                .forEach(want -> found.addAll(
                        differences(want.getValue(), seen.path(want.getKey()), path + "/" + want.getKey())));
        seen.propertyStream()
                .filter(had -> !expected.has(had.getKey()))
                .forEach(had -> found.add(path + "/" + had.getKey() + ": expected nothing, seen " + had.getValue()));
        return found;
    }

    private static List<String> arrays(JsonNode expected, JsonNode seen, String path) {
        if (!seen.isArray() || seen.size() != expected.size()) {
            return List.of(line(path, kinds(expected), kinds(seen)));
        }
        List<String> found = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            found.addAll(differences(expected.get(i), seen.get(i), path + "/" + i));
        }
        return found;
    }

    private static Object kinds(JsonNode events) {
        return events.isArray()
                ? events.valueStream()
                        .map(event -> event.path("Type").asString("") + " ("
                                + event.path("DisplayMessage").asString("") + ")")
                        .toList()
                : events;
    }

    private static boolean leaf(JsonNode expected, JsonNode seen) {
        if (expected.isString() && seen.isValueNode() && !seen.isNull()) {
            // A placeholder that the summary has put in already stands for itself.
            return expected.equals(seen) || text(expected.asString(), seen.asString());
        }
        return expected.equals(seen) || numbers(expected, seen);
    }

    private static boolean numbers(JsonNode expected, JsonNode seen) {
        return expected.isNumber() && seen.isNumber() && expected.decimalValue().compareTo(seen.decimalValue()) == 0;
    }

    private static boolean text(String expected, String seen) {
        Matcher placeholder = PLACEHOLDER.matcher(expected);
        StringBuilder regex = new StringBuilder();
        int end = 0;
        while (placeholder.find()) {
            String known = PATTERNS.get(placeholder.group(1));
            regex.append(Pattern.quote(expected.substring(end, placeholder.start())))
                    .append(known == null ? Pattern.quote(placeholder.group()) : "(?:" + known + ")");
            end = placeholder.end();
        }
        regex.append(Pattern.quote(expected.substring(end)));
        return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(seen).matches();
    }

    private static String line(String path, Object expected, Object seen) {
        return path + ":\n      expected " + expected + "\n      seen     " + seen;
    }
}
