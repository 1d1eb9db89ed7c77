package io.outrider.runners.task;

import io.outrider.state.model.event.Event;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.StateStore;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Makes one runner's changes durable in their order. One commit is under way at a time; what comes meanwhile goes
 * together in the next. A failing commit is repeated until it succeeds: nothing is left out and nothing overtakes. Safe
 * from any thread.
 */
public final class CommitLine {

    private final StateStore store;
    private final Retry retry;
    private final Scope scope;
    private Batch waiting = new Batch();
    private Once<Void> newest = new Once<>();
    private boolean busy;

    /** {@code scope} owns the commits; {@code retry} says when a failed one is tried again. */
    public CommitLine(StateStore store, Retry retry, Scope scope) {
        this.store = store;
        this.retry = retry;
        this.scope = scope;
        this.newest.complete();
    }

    /**
     * Adds to the line. {@code told} is called once it is durable, in the order of submission, on the store's thread:
     * it must not block. One that throws is an error of the scope's, and holds up nothing.
     */
    public void submit(List<Change> changes, List<Event> events, Runnable told) {
        synchronized (this) {
            waiting.changes.addAll(changes);
            waiting.events.addAll(events);
            waiting.told.add(told);
            newest = waiting.durable;
        }
        pump();
    }

    /** Completes when all that was submitted before is durable. */
    public synchronized Mono<Void> drained() {
        return newest.value();
    }

    private void pump() {
        Batch batch;
        synchronized (this) {
            if (busy || waiting.told.isEmpty()) {
                return;
            }
            busy = true;
            batch = waiting;
            waiting = new Batch();
        }
        Commit commit = new Commit(batch.changes, batch.events);
        scope.add(
                "commit",
                Mono.defer(() -> store.commit(commit)).retryWhen(retry).doOnSuccess(cursor -> done(batch)));
    }

    private void done(Batch batch) {
        try {
            batch.tell();
        } finally {
            batch.durable.complete();
            synchronized (this) {
                busy = false;
            }
            pump();
        }
    }

    private static final class Batch {
        private final List<Change> changes = new ArrayList<>();
        private final List<Event> events = new ArrayList<>();
        private final List<Runnable> told = new ArrayList<>();
        private final Once<Void> durable = new Once<>();

        /** Tells all of them, also when one fails. */
        private void tell() {
            List<RuntimeException> failures = new ArrayList<>();
            for (Runnable one : told) {
                try {
                    one.run();
                } catch (RuntimeException e) {
                    failures.add(e);
                }
            }
            if (!failures.isEmpty()) {
                throw failures.get(0);
            }
        }
    }
}
