package io.outrider.runners.task.machine;

import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.TaskState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What events and transitions make of the state that people see (behaviour section 4.8). */
final class TaskStates {

    private TaskStates() {}

    /** {@code state} with one more event; beyond {@code max} the oldest goes. */
    static TaskState append(TaskState state, TaskEvent event, int max) {
        List<TaskEvent> all = new ArrayList<>(state.events());
        all.add(event);
        TaskState next = state.withEvents(all.subList(Math.max(0, all.size() - max), all.size()));
        if ("true".equals(event.details().get(TaskEvents.FAILS_TASK))) {
            next = next.withFailed(true);
        }
        return event.type().equals(TaskEvents.RESTARTING) ? next.withRestart(time(event)) : next;
    }

    /** {@code state} in {@code word}; a task finishes once, at {@code ended}. */
    static TaskState enter(TaskState state, String word, Instant ended, Instant now) {
        TaskState next = state.withState(word);
        if (word.equals(TaskState.RUNNING) && !state.state().equals(TaskState.RUNNING)) {
            return next.withStartedAt(now);
        }
        return word.equals(TaskState.DEAD) && state.finishedAt() == null ? next.withFinishedAt(ended) : next;
    }

    private static Instant time(TaskEvent event) {
        return Instant.ofEpochSecond(0, event.time());
    }
}
