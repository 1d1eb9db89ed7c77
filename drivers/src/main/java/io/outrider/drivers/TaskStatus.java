package io.outrider.drivers;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What a driver knows of a task.
 *
 * @param id the run
 * @param state where it stands
 * @param startedAt when it was started, if known
 * @param completedAt when it ended, if it has and that is known
 * @param exit how it ended
 * @param attributes the driver's own facts ({@code pid} ...)
 */
public record TaskStatus(
        TaskId id,
        State state,
        Optional<Instant> startedAt,
        Optional<Instant> completedAt,
        Optional<ExitResult> exit,
        Map<String, String> attributes) {

    /** Where a task stands. */
    public enum State {
        PREPARED,
        RUNNING,
        EXITED
    }
}
