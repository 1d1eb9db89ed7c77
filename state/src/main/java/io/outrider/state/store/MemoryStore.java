package io.outrider.state.store;

import io.outrider.state.model.Json;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventCodec;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.streams.Cursor;
import io.outrider.streams.Entry;
import io.outrider.streams.Journal;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A store that lasts as long as its object, for tests and agents that keep nothing. Same contract as the one on disk,
 * except that "durable" means "in memory": closed and opened again it still has everything. Commits are made on the
 * caller's thread; there is no backup.
 */
public final class MemoryStore implements StateStore {
    private final JournalLimits limits;
    private final Map<StateKey, byte[]> values = new LinkedHashMap<>();
    private final MemoryJournal journal = new MemoryJournal();
    private boolean open;

    public MemoryStore(JournalLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
    }

    @Override
    public Mono<Recovered> open() {
        return Mono.fromCallable(this::openNow);
    }

    @Override
    public Mono<Cursor> commit(Commit commit) {
        return Mono.fromCallable(() -> commitNow(commit));
    }

    @Override
    public Journal<Event> journal() {
        return journal;
    }

    @Override
    public Mono<Void> backup(Path target) {
        return Mono.error(
                new StateStoreException(Kind.IO, "a store in memory has no backup (asked for: " + target + ")", null));
    }

    @Override
    public Mono<Void> close() {
        return Mono.fromRunnable(this::closeNow);
    }

    private synchronized Recovered openNow() {
        open = true;
        List<Recovered.Row> rows = new ArrayList<>();
        values.forEach((key, json) -> rows.add(new Recovered.Row(key, json)));
        return new Recovered(rows, List.of());
    }

    private synchronized void closeNow() {
        open = false;
    }

    private synchronized Cursor commitNow(Commit commit) {
        if (!open) {
            throw new StateStoreException(Kind.CLOSED, "the store in memory is not open", null);
        }
        List<byte[]> encoded = commit.events().stream().map(EventCodec::encode).toList();
        Map<StateKey, byte[]> next = new LinkedHashMap<>(values);
        commit.changes().forEach(change -> apply(change, next));
        values.clear();
        values.putAll(next);
        journal.append(commit.events(), encoded);
        return journal.newest();
    }

    private static void apply(Commit.Change change, Map<StateKey, byte[]> values) {
        if (change instanceof Commit.Change.Put put) {
            values.put(put.key(), Json.bytes(put.value()));
        } else if (change instanceof Commit.Change.Delete delete) {
            values.remove(delete.key());
        } else if (change instanceof Commit.Change.DeleteAlloc alloc) {
            values.keySet().removeIf(key -> key.allocId().equals(alloc.allocId()));
        }
    }

    /** Bounded by the limits; the oldest entries go first. */
    private final class MemoryJournal implements Journal<Event> {
        private final long epoch = Epochs.next();
        private final ArrayDeque<Entry<Event>> entries = new ArrayDeque<>();
        private long bytes;
        private long newest;
        private @Nullable CommitListener<Event> listener;

        @Override
        public long epoch() {
            return epoch;
        }

        @Override
        public synchronized Retained retained() {
            return new Retained(newest - entries.size() + 1, newest);
        }

        @Override
        public Mono<List<Entry<Event>>> read(long after, int limit) {
            return Mono.fromCallable(() -> readNow(after, limit));
        }

        @Override
        public synchronized void onCommit(CommitListener<Event> next) {
            listener = next;
        }

        private synchronized List<Entry<Event>> readNow(long after, int limit) {
            return entries.stream()
                    .filter(entry -> entry.cursor().seq() > after)
                    .limit(limit)
                    .toList();
        }

        private synchronized Cursor newest() {
            return new Cursor(epoch, newest);
        }

        private void append(List<Event> events, List<byte[]> encoded) {
            Listeners.tell(listener, add(events, encoded), retained());
        }

        private synchronized List<Entry<Event>> add(List<Event> events, List<byte[]> encoded) {
            List<Entry<Event>> added = new ArrayList<>();
            for (int i = 0; i < events.size(); i++) {
                newest++;
                bytes += encoded.get(i).length;
                added.add(new Entry<>(new Cursor(epoch, newest), events.get(i), encoded.get(i)));
            }
            entries.addAll(added);
            while (entries.size() > 1 && (entries.size() > limits.entries() || bytes > limits.bytes())) {
                bytes -= entries.removeFirst().encoded().length;
            }
            return added;
        }
    }
}
