package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When a periodic job is launched. */
public record PeriodicConfig(
        @JsonProperty("Enabled") @Nullable Boolean enabled,
        @JsonProperty("Spec") @Nullable String spec,
        @JsonProperty("Specs") @Nullable List<String> specs,
        @JsonProperty("SpecType") @Nullable String specType,
        @JsonProperty("ProhibitOverlap") @Nullable Boolean prohibitOverlap,
        @JsonProperty("TimeZone") @Nullable String timeZone) {
    public PeriodicConfig {
        specs = Immutable.list(specs);
    }
}
