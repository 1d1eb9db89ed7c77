package io.outrider.state.model.service;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * When failing checks restart a task.
 *
 * @param grace nanoseconds
 */
public record CheckRestart(
        @JsonProperty("Limit") @Nullable Long limit,
        @JsonProperty("Grace") @Nullable Long grace,
        @JsonProperty("IgnoreWarnings") @Nullable Boolean ignoreWarnings) {}
