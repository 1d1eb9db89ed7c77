package io.outrider.agent.standalone.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.node.Node;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The node as it is kept: beside what it is, what was asked to be different of its metadata.
 *
 * @param node with the metadata that holds
 * @param dynamicMeta set while it ran; null hides what its config says
 */
record KeptNode(
        @JsonProperty("Node") Node node,
        @JsonProperty("DynamicMeta") Map<String, @Nullable String> dynamicMeta) {

    KeptNode {
        Objects.requireNonNull(node, "Node");
        dynamicMeta = Objects.requireNonNullElse(Immutable.map(dynamicMeta), Map.of());
    }
}
