package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** The gateway mode of an upstream. */
public record ConsulMeshGateway(
        @JsonProperty("Mode") @Nullable String mode) {}
