package io.outrider.state.model.event;

import io.outrider.state.model.TaskEvent;
import java.util.Map;

/** The facts of an {@link Event}. */
public sealed interface EventPayload {

    /**
     * A task event and the task's state after it.
     *
     * @param event the event, as in the task's own list
     * @param state {@code pending}, {@code running} or {@code dead}
     * @param failed whether the task has failed
     * @param restarts restarts so far
     */
    record OfTask(TaskEvent event, String state, boolean failed, long restarts) implements EventPayload {}

    /**
     * An alloc's status.
     *
     * @param clientStatus {@code pending}, {@code running}, {@code complete}, {@code failed} ...
     * @param clientDescription its description
     * @param desiredStatus {@code run}, {@code stop} or {@code evict}
     */
    record OfAlloc(String clientStatus, String clientDescription, String desiredStatus) implements EventPayload {}

    /** Something about the agent, a job or the node, in words and details. */
    record Note(String message, Map<String, String> details) implements EventPayload {
        public Note {
            details = Map.copyOf(details);
        }
    }
}
