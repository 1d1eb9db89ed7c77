package io.outrider.state.model;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Differences of two JSON trees: keys in any order, numbers by value, null is not absent. */
public final class JsonTrees {
    private JsonTrees() {}

    /** One line per difference; empty when equal. */
    public static List<String> differences(JsonNode expected, JsonNode seen) {
        List<String> out = new ArrayList<>();
        compare("", expected, seen, out);
        return out;
    }

    private static void compare(String path, JsonNode expected, JsonNode seen, List<String> out) {
        if (expected.isObject() && seen.isObject()) {
            TreeSet<String> names = new TreeSet<>(expected.propertyNames());
            names.addAll(seen.propertyNames());
            names.forEach(name -> field(path + "." + name, expected.get(name), seen.get(name), out));
        } else if (expected.isArray() && seen.isArray() && expected.size() == seen.size()) {
            for (int i = 0; i < expected.size(); i++) {
                compare(path + "[" + i + "]", expected.get(i), seen.get(i), out);
            }
        } else if (!same(expected, seen)) {
            out.add(path + ": expected " + expected + ", seen " + seen);
        }
    }

    private static void field(String path, JsonNode expected, JsonNode seen, List<String> out) {
        if (expected == null || seen == null) {
            out.add(path + (expected == null ? ": not expected, seen " + seen : ": missing, expected " + expected));
        } else {
            compare(path, expected, seen, out);
        }
    }

    private static boolean same(JsonNode expected, JsonNode seen) {
        if (expected.isNumber() && seen.isNumber()) {
            return expected.decimalValue().compareTo(seen.decimalValue()) == 0;
        }
        return expected.equals(seen);
    }
}
