package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * How long rendering waits for data to settle.
 *
 * @param min nanoseconds
 * @param max nanoseconds
 */
public record WaitConfig(
        @JsonProperty("Min") @Nullable Long min,
        @JsonProperty("Max") @Nullable Long max) {}
