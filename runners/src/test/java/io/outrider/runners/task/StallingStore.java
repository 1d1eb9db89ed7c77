package io.outrider.runners.task;

import io.outrider.state.model.event.Event;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateStore;
import io.outrider.streams.Cursor;
import io.outrider.streams.Journal;
import java.nio.file.Path;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** A store whose disk may be slow: each commit first waits for what {@code stall} gives at that time. */
record StallingStore(StateStore store, Supplier<Mono<Void>> stall) implements StateStore {

    @Override
    public Mono<Recovered> open() {
        return store.open();
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return Mono.defer(() -> stall.get().then(store.commit(commit)));
    }

    @Override
    public Journal<Event> journal() {
        return store.journal();
    }

    @Override
    public Mono<Void> backup(Path target) {
        return store.backup(target);
    }

    @Override
    public Mono<Void> close() {
        return store.close();
    }
}
