package io.outrider.state.model.resource;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.placement.Affinity;
import io.outrider.state.model.placement.Constraint;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Devices that a task asks for.
 *
 * @param count 64 bits without sign in the API
 */
public record RequestedDevice(
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("Count") @Nullable BigInteger count,
        @JsonProperty("Constraints") @Nullable List<Constraint> constraints,
        @JsonProperty("Affinities") @Nullable List<Affinity> affinities) {
    public RequestedDevice {
        constraints = Immutable.list(constraints);
        affinities = Immutable.list(affinities);
    }
}
