package io.outrider.state.store;

import io.outrider.state.model.event.Event;
import java.util.List;

/**
 * One transaction: changes in order, then the events that report them.
 *
 * @param changes applied in order; a later change of one key wins
 * @param events appended to the journal in order
 */
public record Commit(List<Change> changes, List<Event> events) {

    public Commit {
        changes = List.copyOf(changes);
        events = List.copyOf(events);
    }

    /** One change of the kept state. */
    public sealed interface Change {

        /** Sets {@code key} to {@code value}, which is written as the model's JSON. */
        record Put(StateKey key, Object value) implements Change {}

        /** Removes {@code key}; nothing happens when it is not there. */
        record Delete(StateKey key) implements Change {}

        /** Removes everything kept for an alloc: every key of every table whose alloc is this one. */
        record DeleteAlloc(String allocId) implements Change {
            public DeleteAlloc {
                if (allocId.isEmpty()) {
                    throw new IllegalArgumentException("alloc id \"\" (expected: not empty)");
                }
            }
        }
    }
}
