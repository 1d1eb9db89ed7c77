package io.outrider.agent.job;

import io.outrider.state.store.Commit;
import io.outrider.state.store.DelegatingStore;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.Cursor;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Keeps in memory, or refuses while it was told to; answers on threads of its own as real stores do. */
final class RefusingStore extends DelegatingStore {

    private @Nullable StateStoreException refusal;

    private Mono<Void> disk = Mono.empty();

    RefusingStore() {
        super(new MemoryStore(JournalLimits.DEFAULT));
    }

    void refuse(StateStoreException error) {
        refusal = error;
    }

    void allow() {
        refusal = null;
    }

    /** Commits come after {@code before}. */
    void waitFor(Mono<Void> before) {
        disk = before;
    }

    /** Keeps nothing any more. */
    void lose() {
        replace(new MemoryStore(JournalLimits.DEFAULT));
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return disk.then(refusal == null ? store().commit(commit) : Mono.<Cursor>error(refusal))
                .hide() // or it would be done on the other thread, in any order
                .publishOn(Schedulers.parallel());
    }
}
