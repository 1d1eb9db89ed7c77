package io.outrider.state.model.placement;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** The share of one value of a spread. */
public record SpreadTarget(
        @JsonProperty("Value") @Nullable String value,
        @JsonProperty("Percent") @Nullable Long percent) {}
