package io.outrider.state.model.placement;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** A condition that a node must meet. */
public record Constraint(
        @JsonProperty("LTarget") @Nullable String lTarget,
        @JsonProperty("RTarget") @Nullable String rTarget,
        @JsonProperty("Operand") @Nullable String operand) {}
