package io.outrider.agent.standalone.state;

import io.outrider.state.store.Commit;
import java.util.List;

/**
 * A finished change.
 *
 * @param state after it
 * @param writes what the store has to keep; empty when nothing was changed
 * @param events what it did
 */
public record Change(ClusterState state, List<Commit.Change> writes, ClusterEvent.Batch events) {
    public Change {
        writes = List.copyOf(writes);
    }

    /** Whether anything was changed: otherwise the index has not risen either. */
    public boolean any() {
        return !writes.isEmpty();
    }
}
