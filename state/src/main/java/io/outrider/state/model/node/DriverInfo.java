package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether a driver is there and well. */
public record DriverInfo(
        @JsonProperty("Attributes") @Nullable Map<String, String> attributes,
        @JsonProperty("Detected") @Nullable Boolean detected,
        @JsonProperty("Healthy") @Nullable Boolean healthy,
        @JsonProperty("HealthDescription") @Nullable String healthDescription,
        @JsonProperty("UpdateTime") @Nullable Instant updateTime) {
    public DriverInfo {
        attributes = Immutable.map(attributes);
    }
}
