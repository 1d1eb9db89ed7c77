package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A CSI plugin on a node. */
public record CsiInfo(
        @JsonProperty("PluginID") @Nullable String pluginId,
        @JsonProperty("AllocID") @Nullable String allocId,
        @JsonProperty("Healthy") @Nullable Boolean healthy,
        @JsonProperty("HealthDescription") @Nullable String healthDescription,
        @JsonProperty("UpdateTime") @Nullable Instant updateTime,
        @JsonProperty("RequiresControllerPlugin") @Nullable Boolean requiresControllerPlugin,
        @JsonProperty("RequiresTopologies") @Nullable Boolean requiresTopologies,

        @JsonProperty("ControllerInfo") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, Object> controllerInfo,

        @JsonProperty("NodeInfo") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Map<String, Object> nodeInfo) {
    public CsiInfo {
        controllerInfo = Immutable.map(controllerInfo);
        nodeInfo = Immutable.map(nodeInfo);
    }
}
