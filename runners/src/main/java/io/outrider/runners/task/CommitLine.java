package io.outrider.runners.task;

import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.model.event.Subject;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Makes one runner's changes durable in their order. One commit is under way at a time; what comes meanwhile goes
 * together in the next. A commit that fails for now is repeated until it succeeds: nothing is left out and nothing
 * overtakes. One that can never be written is given up, alone, and an event says so: nobody is told of it, and the line
 * counts as not drained until newer values of the same keys are durable. What waits is bounded: beyond some thousand
 * submissions changes of one key are merged and the oldest events dropped, which an event says. Safe from any thread.
 */
public final class CommitLine {

    private static final Logger LOG = LoggerFactory.getLogger(CommitLine.class);

    /** Submissions that wait; the store has been failing for long when there are so many. */
    private static final int WAITING = 1024;

    private final StateStore store;
    private final Retry retry;
    private final Scope scope;
    private final BiFunction<String, String, Event> note;
    private final Map<Object, Throwable> unwritten = new HashMap<>();
    private Batch waiting = new Batch();
    private Once<Void> newest = new Once<>();
    private boolean busy;

    /**
     * @param retry says when a commit that failed is tried again; see {@link #mayGetBetter}
     * @param scope owns the commits
     * @param note makes an event of the agent from its type and message
     */
    CommitLine(StateStore store, Retry retry, Scope scope, BiFunction<String, String, Event> note) {
        this.store = store;
        this.retry = retry;
        this.scope = scope;
        this.note = note;
        this.newest.complete();
    }

    /** The line of the runner called {@code name}; {@code scope} owns its commits. */
    public static CommitLine of(TaskServices services, String name, Scope scope) {
        TaskServices.Time time = services.time();
        Retry retry = services.settings().storeRetry().retry(time.timer(), time.random(), error -> {
            boolean again = mayGetBetter(error);
            if (again) {
                // Whoever owns the store says it once, for all runners.
                LOG.debug("{}: state could not be written, will be tried again: {}", name, error.toString());
            }
            return again;
        });
        return new CommitLine(
                services.store(),
                retry,
                scope,
                (type, message) -> new Event(
                        Event.Topic.AGENT,
                        type,
                        time.clock().instant(),
                        Subject.agent(),
                        OptionalLong.empty(),
                        new EventPayload.Note(name + ": " + message, Map.of())));
    }

    /** Whether a commit that failed with {@code error} may succeed later. */
    static boolean mayGetBetter(Throwable error) {
        return error instanceof StateStoreException known && known.retryable();
    }

    /**
     * Adds to the line. {@code told} is called once it is durable, in the order of submission, on the store's thread:
     * it must not block. One that throws is an error of the scope's, and holds up nothing.
     */
    public void submit(List<Change> changes, List<Event> events, Runnable told) {
        synchronized (this) {
            waiting.add(new Part(changes, events, List.of(told)));
            newest = waiting.durable;
        }
        pump();
    }

    /** Completes when all that was submitted before is durable; fails if some of it never will be. */
    public synchronized Mono<Void> drained() {
        return newest.value().then(Mono.defer(this::unwritten));
    }

    /** The same for ends: what can never be written has been told, and holds nobody up. */
    public Mono<Void> settled() {
        return drained().onErrorComplete();
    }

    private synchronized Mono<Void> unwritten() {
        return unwritten.values().stream().findFirst().map(Mono::<Void>error).orElse(Mono.empty());
    }

    private void pump() {
        Batch batch;
        synchronized (this) {
            if (busy || waiting.parts.isEmpty()) {
                return;
            }
            busy = true;
            batch = waiting;
            waiting = new Batch();
        }
        scope.add("commit", write(batch));
    }

    private Mono<Part> write(Batch batch) {
        Part all = batch.whole(note);
        return commit(all)
                .thenReturn(all)
                .onErrorResume(error -> oneByOne(batch))
                .doOnNext(durable -> done(batch, durable));
    }

    /** Only what is bad itself is given up; gives what is durable. */
    private Mono<Part> oneByOne(Batch batch) {
        return Flux.fromIterable(batch.parts)
                .concatMap(part -> commit(part)
                        .doOnSuccess(nothing -> written(part))
                        .thenReturn(part)
                        .onErrorResume(error -> {
                            giveUp(part, error);
                            return Mono.empty();
                        }))
                .collectList()
                .map(Part::merged);
    }

    private Mono<Void> commit(Part part) {
        Commit commit = new Commit(part.changes, part.events);
        return Mono.defer(() -> store.commit(commit)).retryWhen(retry).then();
    }

    private void giveUp(Part part, Throwable error) {
        LOG.error("state can never be written and is kept in memory only: {}", error.toString());
        synchronized (this) {
            part.changes.forEach(change -> unwritten.put(key(change), error));
            if (!part.changes.isEmpty()) {
                // Not for a note alone, or a store that takes nothing would be told so for ever.
                waiting.add(Part.of(note.apply(
                        "State Not Written",
                        "a change of the kept state could not be written and is known to this agent only: "
                                + error.getMessage())));
            }
        }
    }

    private synchronized void written(Part part) {
        part.changes.forEach(change -> {
            unwritten.remove(key(change));
            if (change instanceof Change.DeleteAlloc gone) {
                unwritten
                        .keySet()
                        .removeIf(key ->
                                key instanceof StateKey of && of.allocId().equals(gone.allocId()));
            }
        });
    }

    private void done(Batch batch, Part durable) {
        written(durable);
        try {
            durable.tell();
        } finally {
            batch.durable.complete();
            synchronized (this) {
                busy = false;
            }
            pump();
        }
    }

    /** What a later change of the same replaces. */
    private static Object key(Change change) {
        if (change instanceof Change.Put put) {
            return put.key();
        }
        return change instanceof Change.Delete delete ? delete.key() : change;
    }

    /** What is committed together, and when that has happened. */
    private static final class Batch {
        private final Deque<Part> parts = new ArrayDeque<>();
        private final Once<Void> durable = new Once<>();
        private long dropped;

        void add(Part part) {
            parts.add(part);
            if (parts.size() > WAITING) {
                Part merged = Part.merged(parts);
                Part kept = merged.newest(WAITING / 2);
                dropped += merged.events.size() - kept.events.size();
                parts.clear();
                parts.add(kept);
            }
        }

        /** All of it, with a word about what is missing. */
        Part whole(BiFunction<String, String, Event> note) {
            if (dropped > 0) {
                parts.addFirst(Part.of(note.apply(
                        "Events Dropped",
                        dropped + " events were dropped: too many waited while the state could not be written")));
                dropped = 0;
            }
            return Part.merged(parts);
        }
    }

    /** One submission, or several in one. */
    private record Part(List<Change> changes, List<Event> events, List<Runnable> told) {

        static Part of(Event event) {
            return new Part(List.of(), List.of(event), List.of());
        }

        /** Changes once for each key, in the order of the last of each. */
        static Part merged(Iterable<Part> parts) {
            Map<Object, Change> changes = new LinkedHashMap<>();
            List<Event> events = new ArrayList<>();
            List<Runnable> told = new ArrayList<>();
            for (Part part : parts) {
                part.changes.forEach(change -> {
                    changes.remove(key(change));
                    changes.put(key(change), change);
                });
                events.addAll(part.events);
                told.addAll(part.told);
            }
            return new Part(List.copyOf(changes.values()), events, told);
        }

        Part newest(int count) {
            return new Part(changes, last(events, count), last(told, count));
        }

        private static <T> List<T> last(List<T> list, int count) {
            return List.copyOf(list.subList(Math.max(0, list.size() - count), list.size()));
        }

        /** Tells all of them, also when one fails. */
        void tell() {
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
