package io.outrider.runners.env;

import io.outrider.state.model.Immutable;
import io.outrider.state.model.node.Node;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a node gives to the environments of its tasks. Made once for each change of the node and shared by all allocs.
 *
 * @param names values by the names used in {@code ${...}}: {@code node...}, {@code attr...}, {@code meta...}
 * @param datacenter the node's datacenter; empty when unknown
 * @param region the agent's region
 * @param cgroupParent where the cgroups of tasks are; empty when there are none
 */
public record NodeVariables(Map<String, String> names, String datacenter, String region, String cgroupParent) {

    public NodeVariables {
        names = Map.copyOf(names);
    }

    /** What {@code node} gives in {@code region}. */
    public static NodeVariables of(Node node, String region) {
        Map<String, String> names = new HashMap<>();
        put(names, "node.unique.id", node.id());
        put(names, "node.unique.name", node.name());
        put(names, "node.datacenter", node.datacenter());
        put(names, "node.class", node.nodeClass());
        names.put("node.region", region);
        prefixed(names, "attr.", node.attributes());
        prefixed(names, "meta.", node.meta());
        return new NodeVariables(names, Immutable.text(node.datacenter()), region, Immutable.text(node.cgroupParent()));
    }

    private static void prefixed(Map<String, String> names, String prefix, @Nullable Map<String, String> values) {
        if (values != null) {
            values.forEach((key, value) -> put(names, prefix + key, value));
        }
    }

    private static void put(Map<String, String> names, String name, @Nullable String value) {
        names.put(name, Immutable.text(value));
    }
}
