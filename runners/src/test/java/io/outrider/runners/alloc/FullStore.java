package io.outrider.runners.alloc;

import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.DelegatingStore;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.streams.Cursor;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** A store that takes nothing while a test says so, from anybody or of one task. */
final class FullStore extends DelegatingStore {

    private volatile Optional<Kind> refusal = Optional.empty();
    private volatile String fullForTask = "";

    FullStore(StateStore store) {
        super(store);
    }

    void full(boolean now) {
        refusal = now ? Optional.of(Kind.FULL) : Optional.empty();
        fullForTask = "";
    }

    /** From now on every commit fails in this way. */
    void refuse(Kind kind) {
        refusal = Optional.of(kind);
    }

    void fullFor(String task) {
        fullForTask = task;
    }

    private boolean refuses(Commit commit) {
        return refusal.isPresent()
                || !fullForTask.isEmpty()
                        && commit.changes().stream()
                                .anyMatch(change -> change instanceof Change.Put put
                                        && put.key().id().endsWith("/" + fullForTask));
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return Mono.defer(() -> refuses(commit)
                ? Mono.error(new StateStoreException(refusal.orElse(Kind.FULL), "the store takes nothing now", null))
                : store().commit(commit));
    }
}
