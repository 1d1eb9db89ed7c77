package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** Where a task sees a volume of its group. */
public record VolumeMount(
        @JsonProperty("Volume") @Nullable String volume,
        @JsonProperty("Destination") @Nullable String destination,
        @JsonProperty("ReadOnly") @Nullable Boolean readOnly,
        @JsonProperty("PropagationMode") @Nullable String propagationMode,

        @JsonProperty("SELinuxLabel") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String seLinuxLabel) {}
