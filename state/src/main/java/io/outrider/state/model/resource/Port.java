package io.outrider.state.model.resource;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** A port: its label, the number on the host and inside. */
public record Port(
        @JsonProperty("Label") @Nullable String label,
        @JsonProperty("Value") @Nullable Long value,
        @JsonProperty("To") @Nullable Long to,
        @JsonProperty("HostNetwork") @Nullable String hostNetwork,

        @JsonProperty("IgnoreCollision") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Boolean ignoreCollision) {}
