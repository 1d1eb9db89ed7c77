package io.outrider.agent.standalone;

import io.outrider.state.store.Commit;
import io.outrider.state.store.DelegatingStore;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.Cursor;
import reactor.core.publisher.Mono;

/** A store in memory that may be full. */
final class FullStore extends DelegatingStore {

    private volatile boolean full;

    FullStore() {
        super(new MemoryStore(JournalLimits.DEFAULT));
    }

    void full(boolean now) {
        full = now;
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return Mono.defer(() -> full
                ? Mono.error(new StateStoreException(StateStoreException.Kind.FULL, "no space left", null))
                : super.commit(commit));
    }
}
