package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a dispatch of a parameterized job must or may give. */
public record ParameterizedJobConfig(
        @JsonProperty("Payload") @Nullable String payload,
        @JsonProperty("MetaRequired") @Nullable List<String> metaRequired,
        @JsonProperty("MetaOptional") @Nullable List<String> metaOptional) {
    public ParameterizedJobConfig {
        metaRequired = Immutable.list(metaRequired);
        metaOptional = Immutable.list(metaOptional);
    }
}
