package io.outrider.jobspec.diff;

import io.outrider.state.model.diff.DiffType;
import io.outrider.state.model.diff.FieldDiff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compares plain values. */
final class Fields {

    private Fields() {}

    /**
     * The fields of two blocks in the order of their names.
     *
     * @param whole whether fields that did not change are told too
     */
    static List<FieldDiff> of(Map<String, String> old, Map<String, String> now, boolean whole) {
        TreeSet<String> names = new TreeSet<>(old.keySet());
        names.addAll(now.keySet());
        List<FieldDiff> found = new ArrayList<>();
        for (String name : names) {
            FieldDiff field = field(name, old.getOrDefault(name, ""), now.getOrDefault(name, ""));
            if (whole || field.type() != DiffType.NONE) {
                found.add(field);
            }
        }
        return found;
    }

    static FieldDiff field(String name, String old, String now) {
        return new FieldDiff(type(old, now), name, old, now, null);
    }

    private static DiffType type(String old, String now) {
        if (old.equals(now)) {
            return DiffType.NONE;
        }
        return old.isEmpty() ? DiffType.ADDED : now.isEmpty() ? DiffType.DELETED : DiffType.EDITED;
    }

    /** The plain values of a block; the entries of its plain maps as {@code Name[key]}. */
    static Map<String, String> plain(@Nullable JsonNode block, Shape shape) {
        Map<String, String> found = new TreeMap<>();
        if (block == null) {
            return found;
        }
        for (Map.Entry<String, JsonNode> field : block.properties()) {
            String name = field.getKey();
            JsonNode value = field.getValue();
            if (!shape.isPlain(name) || value.isArray()) {
                continue;
            }
            if (value.isObject()) {
                value.properties().stream()
                        .filter(entry -> entry.getValue().isValueNode())
                        .forEach(entry -> found.put(name + "[" + entry.getKey() + "]", text(entry.getValue())));
            } else {
                found.put(name, value.isNull() ? shape.zeros().getOrDefault(name, "") : text(value));
            }
        }
        return found;
    }

    /** All leaves of a tree: {@code args[0]}, {@code mount[0][type]} ... */
    static Map<String, String> leaves(@Nullable JsonNode tree) {
        Map<String, String> found = new TreeMap<>();
        if (tree != null) {
            tree.properties().forEach(field -> leaves(field.getKey(), field.getValue(), found));
        }
        return found;
    }

    private static void leaves(String name, JsonNode value, Map<String, String> found) {
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                leaves(name + "[" + i + "]", value.get(i), found);
            }
        } else if (value.isObject()) {
            value.properties().forEach(field -> leaves(name + "[" + field.getKey() + "]", field.getValue(), found));
        } else {
            found.put(name, text(value));
        }
    }

    private static String text(JsonNode value) {
        return value.isNull() ? "" : value.asString();
    }
}
