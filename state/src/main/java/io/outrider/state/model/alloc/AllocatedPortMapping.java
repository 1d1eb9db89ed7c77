package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** A port that an alloc was given. */
public record AllocatedPortMapping(
        @JsonProperty("Label") @Nullable String label,
        @JsonProperty("Value") @Nullable Long value,
        @JsonProperty("To") @Nullable Long to,
        @JsonProperty("HostIP") @Nullable String hostIp) {}
