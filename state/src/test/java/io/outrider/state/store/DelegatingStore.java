package io.outrider.state.store;

import io.outrider.state.model.event.Event;
import io.outrider.streams.Cursor;
import io.outrider.streams.Journal;
import java.nio.file.Path;
import reactor.core.publisher.Mono;

/** A store that does what another one does. Tests override what they want otherwise: most often commits. */
public abstract class DelegatingStore implements StateStore {

    private volatile StateStore store;

    protected DelegatingStore(StateStore store) {
        this.store = store;
    }

    /** The one that does it. */
    protected final StateStore store() {
        return store;
    }

    /** From now on another one does it. */
    protected final void replace(StateStore other) {
        store = other;
    }

    @Override
    public Mono<Recovered> open() {
        return store.open();
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return store.commit(commit);
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
