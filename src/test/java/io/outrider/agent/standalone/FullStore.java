package io.outrider.agent.standalone;

import io.outrider.state.model.event.Event;
import io.outrider.state.store.Commit;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.Cursor;
import io.outrider.streams.Journal;
import java.nio.file.Path;
import reactor.core.publisher.Mono;

/** A store in memory that may be full. */
final class FullStore implements StateStore {

    private final MemoryStore store = new MemoryStore(JournalLimits.DEFAULT);
    private volatile boolean full;

    void full(boolean now) {
        full = now;
    }

    @Override
    public Mono<Recovered> open() {
        return store.open();
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return Mono.defer(() -> full
                ? Mono.error(new StateStoreException(StateStoreException.Kind.FULL, "no space left", null))
                : store.commit(commit));
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
