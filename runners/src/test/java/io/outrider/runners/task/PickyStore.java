package io.outrider.runners.task;

import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.DelegatingStore;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.streams.Cursor;
import reactor.core.publisher.Mono;

/** A store that waits for its disk, and then fails every commit that puts a value with the id {@code bad}. */
final class PickyStore extends DelegatingStore {

    private final Mono<Void> disk;
    private final Kind kind;
    private final String bad;

    PickyStore(StateStore store, Mono<Void> disk, Kind kind, String bad) {
        super(store);
        this.disk = disk;
        this.kind = kind;
        this.bad = bad;
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        boolean isBad = commit.changes().stream()
                .anyMatch(change ->
                        change instanceof Change.Put put && put.key().id().equals(bad));
        return disk.then(isBad ? Mono.error(new StateStoreException(kind, kind.name(), null)) : store().commit(commit));
    }
}
