package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a node drains.
 *
 * @param deadline nanoseconds
 */
public record DrainStrategy(
        @JsonProperty("Deadline") @Nullable Long deadline,
        @JsonProperty("IgnoreSystemJobs") @Nullable Boolean ignoreSystemJobs,
        @JsonProperty("ForceDeadline") @Nullable Instant forceDeadline,
        @JsonProperty("StartedAt") @Nullable Instant startedAt) {}
