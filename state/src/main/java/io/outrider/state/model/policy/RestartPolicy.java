package io.outrider.state.model.policy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How often and when a failed task is restarted on its node.
 *
 * @param interval nanoseconds
 * @param delay nanoseconds
 */
public record RestartPolicy(
        @JsonProperty("Attempts") @Nullable Long attempts,
        @JsonProperty("Interval") @Nullable Long interval,
        @JsonProperty("Delay") @Nullable Long delay,
        @JsonProperty("Mode") @Nullable String mode,
        @JsonProperty("RenderTemplates") @Nullable Boolean renderTemplates) {

    /** The interval, when set. */
    public Optional<Duration> intervalDuration() {
        return Optional.ofNullable(interval).map(Duration::ofNanos);
    }

    /** The delay, when set. */
    public Optional<Duration> delayDuration() {
        return Optional.ofNullable(delay).map(Duration::ofNanos);
    }
}
