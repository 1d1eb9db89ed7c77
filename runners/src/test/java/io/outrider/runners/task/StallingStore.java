package io.outrider.runners.task;

import io.outrider.state.store.Commit;
import io.outrider.state.store.DelegatingStore;
import io.outrider.state.store.StateStore;
import io.outrider.streams.Cursor;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** A store whose disk may be slow: each commit first waits for what {@code stall} gives at that time. */
final class StallingStore extends DelegatingStore {

    private final Supplier<Mono<Void>> stall;

    StallingStore(StateStore store, Supplier<Mono<Void>> stall) {
        super(store);
        this.stall = stall;
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return Mono.defer(() -> stall.get().then(store().commit(commit)));
    }
}
