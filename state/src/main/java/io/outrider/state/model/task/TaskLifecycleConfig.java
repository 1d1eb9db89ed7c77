package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** When in the life of its group a task runs. */
public record TaskLifecycleConfig(
        @JsonProperty("Hook") @Nullable String hook,
        @JsonProperty("Sidecar") @Nullable Boolean sidecar) {}
