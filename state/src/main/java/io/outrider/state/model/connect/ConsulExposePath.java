package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** One path that a sidecar shows outside the mesh. */
public record ConsulExposePath(
        @JsonProperty("Path") @Nullable String path,
        @JsonProperty("Protocol") @Nullable String protocol,
        @JsonProperty("LocalPathPort") @Nullable Long localPathPort,
        @JsonProperty("ListenerPort") @Nullable String listenerPort) {}
