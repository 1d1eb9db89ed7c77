package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** Where a dispatched payload is written. */
public record DispatchPayloadConfig(
        @JsonProperty("File") @Nullable String file) {}
