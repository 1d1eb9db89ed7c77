package io.outrider.state.store;

import io.outrider.state.model.event.Event;
import io.outrider.streams.Cursor;
import io.outrider.streams.Journal;
import java.nio.file.Path;
import reactor.core.publisher.Mono;

/**
 * Where the agent keeps what must survive it. A state change and the events that report it are one transaction:
 * {@link #commit} emits only when both are durable, and no reader sees either before.
 */
public interface StateStore {

    /**
     * Opens, checks and reads everything once. Damaged rows are quarantined and listed, never an error by themselves.
     */
    Mono<Recovered> open();

    /**
     * Makes changes and events durable together, or fails with {@link StateStoreException}, which says whether it helps
     * to try again; a commit that cannot be written fails no other. Commits become durable in the order of
     * subscription; several may share one fsync. Emits the cursor of the newest event of this commit (of the journal,
     * when it has none). Cancel does not undo it.
     */
    Mono<Cursor> commit(Commit commit);

    /** The durable event sequence; usable after {@link #open}. */
    Journal<Event> journal();

    /** Writes a consistent copy of the state (not of the events) to {@code target}, which must not exist. */
    Mono<Void> backup(Path target);

    /** Finishes queued commits and closes. Idempotent; all callers get the same end. */
    Mono<Void> close();
}
