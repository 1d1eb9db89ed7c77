package io.outrider.agent.store;

import io.outrider.state.model.event.Event;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.streams.Cursor;
import io.outrider.streams.Journal;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * A store that says when it can no longer write, and when it can again: runners only try again, and nobody would know
 * why nothing is told of their tasks. Each is said once.
 */
public final class WatchedStore implements StateStore {

    private static final Logger LOG = LoggerFactory.getLogger(WatchedStore.class);

    private final StateStore store;
    private final AtomicBoolean failing = new AtomicBoolean();

    /** @param store which is watched */
    public WatchedStore(StateStore store) {
        this.store = store;
    }

    @Override
    public Mono<Recovered> open() {
        return store.open();
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return store.commit(commit)
                .doOnError(StateStoreException.class, this::failed)
                .doOnSuccess(cursor -> written());
    }

    private void failed(StateStoreException error) {
        if (error.kind() != Kind.CLOSED && failing.compareAndSet(false, true)) {
            LOG.warn(
                    "the state could not be written: {}. Nothing new is shown of tasks until it can.",
                    error.getMessage());
        }
    }

    private void written() {
        if (failing.compareAndSet(true, false)) {
            LOG.warn("the state is written again");
        }
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
