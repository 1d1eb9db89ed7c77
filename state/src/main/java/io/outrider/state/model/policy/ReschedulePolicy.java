package io.outrider.state.model.policy;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * How often and when a failed alloc is replaced.
 *
 * @param interval nanoseconds
 * @param delay nanoseconds
 * @param maxDelay nanoseconds
 */
public record ReschedulePolicy(
        @JsonProperty("Attempts") @Nullable Long attempts,
        @JsonProperty("Interval") @Nullable Long interval,
        @JsonProperty("Delay") @Nullable Long delay,
        @JsonProperty("DelayFunction") @Nullable String delayFunction,
        @JsonProperty("MaxDelay") @Nullable Long maxDelay,
        @JsonProperty("Unlimited") @Nullable Boolean unlimited) {}
