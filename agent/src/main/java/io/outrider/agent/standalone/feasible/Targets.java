package io.outrider.agent.standalone.feasible;

import io.outrider.state.model.node.Node;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code ${attr.kernel.name}} and the like are on a node. */
final class Targets {

    private static final String ATTRIBUTE = "attr.";
    private static final String META = "meta.";

    private Targets() {}

    /** The value; a text that names nothing of a node is its own value; empty where the node has none. */
    static Optional<String> of(@Nullable String target, Node node) {
        if (target == null) {
            return Optional.of("");
        }
        if (!target.startsWith("${") || !target.endsWith("}")) {
            return Optional.of(target);
        }
        return named(target.substring(2, target.length() - 1), node);
    }

    private static Optional<String> named(String name, Node node) {
        if (name.startsWith(ATTRIBUTE)) {
            return in(node.attributes(), name.substring(ATTRIBUTE.length()));
        }
        if (name.startsWith(META)) {
            return in(node.meta(), name.substring(META.length()));
        }
        return switch (name) {
            case "node.unique.id" -> Optional.ofNullable(node.id());
            case "node.unique.name" -> Optional.ofNullable(node.name());
            case "node.datacenter" -> Optional.ofNullable(node.datacenter());
            case "node.class" -> Optional.ofNullable(node.nodeClass());
            case "node.pool" -> Optional.ofNullable(node.nodePool());
            default -> Optional.empty();
        };
    }

    private static Optional<String> in(@Nullable Map<String, String> values, String name) {
        return values == null ? Optional.empty() : Optional.ofNullable(values.get(name));
    }
}
