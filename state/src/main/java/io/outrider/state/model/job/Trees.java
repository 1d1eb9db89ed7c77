package io.outrider.state.model.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Filling gaps of JSON trees: absent and null are both unset. */
final class Trees {
    private Trees() {}

    static boolean unset(ObjectNode node, String name) {
        JsonNode value = node.get(name);
        return value == null || value.isNull();
    }

    static void fill(ObjectNode node, String name, String value) {
        if (unset(node, name)) {
            node.put(name, value);
        }
    }

    /** For texts where empty means unset. */
    static void fillText(ObjectNode node, String name, String value) {
        if (unset(node, name) || node.path(name).asString("").isEmpty()) {
            node.put(name, value);
        }
    }

    static void fill(ObjectNode node, String name, long value) {
        if (unset(node, name)) {
            node.put(name, value);
        }
    }

    static void fill(ObjectNode node, String name, boolean value) {
        if (unset(node, name)) {
            node.put(name, value);
        }
    }

    /** Does nothing if the value is unset too. */
    static void fill(ObjectNode node, String name, @Nullable JsonNode value) {
        if (unset(node, name) && value != null && !value.isNull()) {
            node.set(name, value.deepCopy());
        }
    }

    /** Fills every field that {@code from} has. */
    static void fillAll(ObjectNode node, ObjectNode from) {
        from.forEachEntry((name, value) -> fill(node, name, value));
    }

    static Optional<ObjectNode> object(ObjectNode node, String name) {
        return node.get(name) instanceof ObjectNode found ? Optional.of(found) : Optional.empty();
    }

    static ObjectNode objectOrNew(ObjectNode node, String name) {
        return object(node, name).orElseGet(() -> node.putObject(name));
    }

    /** Objects of a list; none when it is unset. */
    static List<ObjectNode> objects(ObjectNode node, String name) {
        List<ObjectNode> found = new ArrayList<>();
        for (JsonNode element : node.path(name)) {
            if (element instanceof ObjectNode object) {
                found.add(object);
            }
        }
        return found;
    }
}
