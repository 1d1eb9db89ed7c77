package io.outrider.state.model.placement;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An attribute over whose values allocs are spread. */
public record Spread(
        @JsonProperty("Attribute") @Nullable String attribute,
        @JsonProperty("Weight") @Nullable Long weight,
        @JsonProperty("SpreadTarget") @Nullable List<SpreadTarget> spreadTarget) {
    public Spread {
        spreadTarget = Immutable.list(spreadTarget);
    }
}
