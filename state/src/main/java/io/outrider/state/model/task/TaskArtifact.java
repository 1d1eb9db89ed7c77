package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something to fetch before a task starts. */
public record TaskArtifact(
        @JsonProperty("GetterSource") @Nullable String getterSource,
        @JsonProperty("GetterOptions") @Nullable Map<String, String> getterOptions,
        @JsonProperty("GetterHeaders") @Nullable Map<String, String> getterHeaders,
        @JsonProperty("GetterMode") @Nullable String getterMode,
        @JsonProperty("RelativeDest") @Nullable String relativeDest,

        @JsonProperty("GetterInsecure") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Boolean getterInsecure,

        @JsonProperty("Chown") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Boolean chown) {
    public TaskArtifact {
        getterOptions = Immutable.map(getterOptions);
        getterHeaders = Immutable.map(getterHeaders);
    }
}
