package io.outrider.runners.task;

import io.outrider.state.model.event.Event;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.streams.Cursor;
import io.outrider.streams.Journal;
import java.nio.file.Path;
import reactor.core.publisher.Mono;

/** A store that waits for its disk, and then fails every commit that puts a value with the id {@code bad}. */
record PickyStore(StateStore store, Mono<Void> disk, Kind kind, String bad) implements StateStore {

    @Override
    public Mono<Cursor> commit(Commit commit) {
        boolean isBad = commit.changes().stream()
                .anyMatch(change ->
                        change instanceof Change.Put put && put.key().id().equals(bad));
        return disk.then(isBad ? Mono.error(new StateStoreException(kind, kind.name(), null)) : store.commit(commit));
    }

    @Override
    public Mono<Recovered> open() {
        return store.open();
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
