package io.outrider.state.model.placement;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** A condition that makes a node more (or less) welcome. */
public record Affinity(
        @JsonProperty("LTarget") @Nullable String lTarget,
        @JsonProperty("RTarget") @Nullable String rTarget,
        @JsonProperty("Operand") @Nullable String operand,
        @JsonProperty("Weight") @Nullable Long weight) {}
