package io.outrider.runners.alloc;

import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.DelegatingStore;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.Cursor;
import reactor.core.publisher.Mono;

/** A store whose disk is full while a test says so, for everybody or for one task. */
final class FullStore extends DelegatingStore {

    private volatile boolean full;
    private volatile String fullForTask = "";

    FullStore(StateStore store) {
        super(store);
    }

    void full(boolean now) {
        full = now;
        fullForTask = "";
    }

    void fullFor(String task) {
        fullForTask = task;
    }

    private boolean refuses(Commit commit) {
        return full
                || !fullForTask.isEmpty()
                        && commit.changes().stream()
                                .anyMatch(change -> change instanceof Change.Put put
                                        && put.key().id().endsWith("/" + fullForTask));
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return Mono.defer(() -> refuses(commit)
                ? Mono.error(new StateStoreException(StateStoreException.Kind.FULL, "no space left", null))
                : store().commit(commit));
    }
}
