package io.outrider.state.model.policy;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * How allocs leave a node that drains.
 *
 * @param minHealthyTime nanoseconds
 * @param healthyDeadline nanoseconds
 */
public record MigrateStrategy(
        @JsonProperty("MaxParallel") @Nullable Long maxParallel,
        @JsonProperty("HealthCheck") @Nullable String healthCheck,
        @JsonProperty("MinHealthyTime") @Nullable Long minHealthyTime,
        @JsonProperty("HealthyDeadline") @Nullable Long healthyDeadline) {}
