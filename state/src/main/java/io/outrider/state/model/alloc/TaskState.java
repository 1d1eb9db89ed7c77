package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.TaskEvent;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a task is and was.
 *
 * @param state {@code pending}, {@code running} or {@code dead}
 * @param failed whether it has failed
 * @param restarts restarts so far
 * @param lastRestart the last restart, when there was one
 * @param startedAt when it last became running, if ever
 * @param finishedAt when it became dead, if it is
 * @param events its last events, oldest first
 * @param taskHandle handle of a remote task; null for others
 */
public record TaskState(
        @JsonProperty("State") String state,
        @JsonProperty("Failed") boolean failed,
        @JsonProperty("Restarts") long restarts,
        @JsonProperty("LastRestart") @Nullable Instant lastRestart,
        @JsonProperty("StartedAt") @Nullable Instant startedAt,
        @JsonProperty("FinishedAt") @Nullable Instant finishedAt,
        @JsonProperty("Events") List<TaskEvent> events,
        @JsonProperty("TaskHandle") @Nullable TaskHandleInfo taskHandle) {
    /** State before the task has run. */
    public static final String PENDING = "pending";
    /** State while the task runs. */
    public static final String RUNNING = "running";
    /** State of a task that does not run and will not. */
    public static final String DEAD = "dead";

    public TaskState {
        state = Immutable.text(state);
        events = Objects.requireNonNullElse(Immutable.list(events), List.of());
    }

    /** A task that has not run and has no events. */
    public static TaskState pending() {
        return new TaskState(PENDING, false, 0, null, null, null, List.of(), null);
    }

    /** This state with another word for {@link #state}. */
    public TaskState withState(String next) {
        return new TaskState(next, failed, restarts, lastRestart, startedAt, finishedAt, events, taskHandle);
    }

    /** This state, failed or not. */
    public TaskState withFailed(boolean next) {
        return new TaskState(state, next, restarts, lastRestart, startedAt, finishedAt, events, taskHandle);
    }

    /** This state after one restart more, made at {@code at}. */
    public TaskState withRestart(Instant at) {
        return new TaskState(state, failed, restarts + 1, at, startedAt, finishedAt, events, taskHandle);
    }

    /** This state, started at {@code at}. */
    public TaskState withStartedAt(@Nullable Instant at) {
        return new TaskState(state, failed, restarts, lastRestart, at, finishedAt, events, taskHandle);
    }

    /** This state, finished at {@code at}. */
    public TaskState withFinishedAt(@Nullable Instant at) {
        return new TaskState(state, failed, restarts, lastRestart, startedAt, at, events, taskHandle);
    }

    /** This state with other events. */
    public TaskState withEvents(List<TaskEvent> next) {
        return new TaskState(state, failed, restarts, lastRestart, startedAt, finishedAt, next, taskHandle);
    }
}
