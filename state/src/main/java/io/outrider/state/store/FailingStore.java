package io.outrider.state.store;

import io.outrider.state.model.event.Event;
import io.outrider.streams.Cursor;
import io.outrider.streams.Entry;
import io.outrider.streams.Journal;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Mono;

/** A store on which everything but {@link #close} fails with one error: for tests of what the agent does then. */
public final class FailingStore implements StateStore {
    private final StateStoreException error;

    public FailingStore(StateStoreException error) {
        this.error = Objects.requireNonNull(error, "error");
    }

    @Override
    public Mono<Recovered> open() {
        return Mono.error(error);
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return Mono.error(error);
    }

    @Override
    public Journal<Event> journal() {
        return new FailingJournal();
    }

    @Override
    public Mono<Void> backup(Path target) {
        return Mono.error(error);
    }

    @Override
    public Mono<Void> close() {
        return Mono.empty();
    }

    private final class FailingJournal implements Journal<Event> {
        @Override
        public long epoch() {
            return 1;
        }

        @Override
        public Retained retained() {
            return new Retained(1, 0);
        }

        @Override
        public Mono<List<Entry<Event>>> read(long after, int limit) {
            return Mono.error(error);
        }

        @Override
        public void onCommit(CommitListener<Event> listener) {
            Objects.requireNonNull(listener, "listener");
        }
    }
}
