package io.outrider.runners.task.machine;

import io.outrider.runners.restart.RestartTracker;
import io.outrider.state.model.alloc.TaskState;
import java.time.Instant;
import java.util.Optional;

/**
 * All that the machine of a task knows. {@code state} and {@code local} are kept in the store.
 *
 * @param spec what the job says
 * @param state what people see
 * @param local what a later agent needs
 * @param tracker decides on restarts
 * @param phase where in its life the task is
 * @param wishes what was asked for
 * @param end what is known of the end of the present run
 */
public record TaskRun(
        TaskSpec spec, TaskState state, LocalState local, RestartTracker tracker, Phase phase, Wishes wishes, End end) {

    /** A task whose alloc is being set up; {@code state} and {@code local} as the store has them, if it does. */
    public static TaskRun created(TaskSpec spec, TaskState state, LocalState local, Instant now) {
        return new TaskRun(
                spec,
                state,
                local,
                RestartTracker.begin(spec.rules(), now),
                new StartPhase.Created(),
                Wishes.NONE,
                End.NONE);
    }

    /** Whether the task shall die: once its present run has ended, no other begins. */
    public boolean isKilled() {
        return wishes.kill();
    }

    /**
     * What was asked for and stays so.
     *
     * @param kill the task shall die
     * @param skipDelay without its shutdown delay
     * @param haste without any grace; a kill that comes later has none either
     */
    record Wishes(boolean kill, boolean skipDelay, boolean haste) {
        static final Wishes NONE = new Wishes(false, false, false);

        Wishes withKill() {
            return new Wishes(true, skipDelay, haste);
        }

        Wishes withSkipDelay() {
            return new Wishes(kill, true, haste);
        }

        Wishes withHaste() {
            return new Wishes(kill, skipDelay, true);
        }
    }

    /**
     * What is known of the end of a run.
     *
     * @param at when it ended, if the driver knows better than the clock
     * @param killError why it could not be killed properly
     */
    record End(Optional<Instant> at, Optional<String> killError) {
        static final End NONE = new End(Optional.empty(), Optional.empty());
    }
}
