package io.outrider.runners.task.machine;

import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.TaskState;
import java.time.Instant;
import java.util.List;

/** The life of a task as a pure function: no clock, no randomness, no threads, no memory of its own. */
public final class TaskMachine {

    private TaskMachine() {}

    /** What {@code input} makes of {@code run}. */
    public static Step step(TaskRun run, TaskInput input, Moment moment) {
        Turn turn = new Turn(run, moment);
        input.to(turn);
        return turn.step();
    }

    /**
     * When a step happens.
     *
     * @param now the time
     * @param dice a random number from 0 (inclusive) to 1 (exclusive)
     */
    public record Moment(Instant now, double dice) {}

    /**
     * The result of a step. State and events are committed together; effects follow at once, in order.
     *
     * @param run the task after it
     * @param told the events, in order
     * @param effects what is to be done
     */
    public record Step(TaskRun run, List<Told> told, List<TaskEffect> effects) {
        public Step {
            told = List.copyOf(told);
            effects = List.copyOf(effects);
        }
    }

    /**
     * An event, and the task's state when it happened.
     *
     * @param event what happened
     * @param state the state after it
     */
    public record Told(TaskEvent event, TaskState state) {}
}
