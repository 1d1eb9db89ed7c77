package io.outrider.agent.standalone.request;

import io.outrider.state.model.Immutable;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of the node.
 *
 * @param fixed what its config says
 * @param dynamic what was asked to be different; null hides what the config says
 */
public record NodeMeta(Map<String, String> fixed, Map<String, @Nullable String> dynamic) {

    public NodeMeta {
        fixed = Map.copyOf(fixed);
        dynamic = Objects.requireNonNull(Immutable.map(dynamic), "dynamic");
    }

    /** What holds. */
    public Map<String, String> effective() {
        Map<String, String> all = new TreeMap<>(fixed);
        dynamic.forEach((name, value) -> {
            if (value == null) {
                all.remove(name);
            } else {
                all.put(name, value);
            }
        });
        return all;
    }

    /** With changes; null takes a value away, also one of the config. */
    public NodeMeta with(Map<String, @Nullable String> changes) {
        Map<String, @Nullable String> next = new TreeMap<>(dynamic);
        changes.forEach((name, value) -> {
            if (value == null && !fixed.containsKey(name)) {
                next.remove(name);
            } else {
                next.put(name, value);
            }
        });
        return new NodeMeta(fixed, next);
    }
}
