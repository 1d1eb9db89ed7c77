package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What runs in the task when a template changes.
 *
 * @param timeout nanoseconds
 */
public record ChangeScript(
        @JsonProperty("Command") @Nullable String command,
        @JsonProperty("Args") @Nullable List<String> args,
        @JsonProperty("Timeout") @Nullable Long timeout,
        @JsonProperty("FailOnError") @Nullable Boolean failOnError,

        @JsonProperty("RunOnFirstRender") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Boolean runOnFirstRender) {
    public ChangeScript {
        args = Immutable.list(args);
    }

    /** The time limit, when set. */
    public Optional<Duration> timeoutDuration() {
        return Optional.ofNullable(timeout).map(Duration::ofNanos);
    }
}
