package io.outrider.agent.job;

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
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Keeps in memory, or refuses while it was told to; answers on threads of its own as real stores do. */
final class RefusingStore implements StateStore {
    private MemoryStore kept = new MemoryStore(JournalLimits.DEFAULT);

    private @Nullable StateStoreException refusal;

    private Mono<Void> disk = Mono.empty();

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
        kept = new MemoryStore(JournalLimits.DEFAULT);
    }

    @Override
    public Mono<Recovered> open() {
        return kept.open();
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return disk.then(refusal == null ? kept.commit(commit) : Mono.<Cursor>error(refusal))
                .hide() // or it would be done on the other thread, in any order
                .publishOn(Schedulers.parallel());
    }

    @Override
    public Journal<Event> journal() {
        return kept.journal();
    }

    @Override
    public Mono<Void> backup(Path target) {
        return kept.backup(target);
    }

    @Override
    public Mono<Void> close() {
        return kept.close();
    }
}
