package io.outrider.state.model.policy;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * How a new version of a job is rolled out.
 *
 * @param stagger nanoseconds
 * @param minHealthyTime nanoseconds
 * @param healthyDeadline nanoseconds
 * @param progressDeadline nanoseconds
 */
public record UpdateStrategy(
        @JsonProperty("Stagger") @Nullable Long stagger,
        @JsonProperty("MaxParallel") @Nullable Long maxParallel,
        @JsonProperty("HealthCheck") @Nullable String healthCheck,
        @JsonProperty("MinHealthyTime") @Nullable Long minHealthyTime,
        @JsonProperty("HealthyDeadline") @Nullable Long healthyDeadline,
        @JsonProperty("ProgressDeadline") @Nullable Long progressDeadline,
        @JsonProperty("AutoRevert") @Nullable Boolean autoRevert,
        @JsonProperty("AutoPromote") @Nullable Boolean autoPromote,
        @JsonProperty("Canary") @Nullable Long canary) {}
