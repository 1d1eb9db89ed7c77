package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** How a service takes part in a Consul mesh; held, not acted on. */
public record ConsulConnect(
        @JsonProperty("Native") @Nullable Boolean nativeConnect,
        @JsonProperty("SidecarService") @Nullable ConsulSidecarService sidecarService,
        @JsonProperty("SidecarTask") @Nullable SidecarTask sidecarTask,
        @JsonProperty("Gateway") @Nullable ConsulGateway gateway) {}
