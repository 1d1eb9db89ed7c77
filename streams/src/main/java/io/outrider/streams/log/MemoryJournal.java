package io.outrider.streams.log;

import io.outrider.streams.Cursor;
import io.outrider.streams.Entry;
import io.outrider.streams.Journal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Mono;

/**
 * A journal that lives as long as the process. Appending is synchronous, one writer at a time; what it returns has been
 * told to the listener.
 */
public final class MemoryJournal<E> implements Journal<E> {

    private final long epoch;
    private final Encoder<E> encoder;
    private final EntryRing<E> ring;
    private final Object writing = new Object();
    private volatile CommitListener<E> listener = (entries, retained) -> {};

    public MemoryJournal(long epoch, Encoder<E> encoder, Retention retention) {
        this.epoch = epoch;
        this.encoder = Objects.requireNonNull(encoder, "encoder");
        this.ring = new EntryRing<>(retention);
    }

    /**
     * Appends all values or, when one cannot be encoded, none and throws what the encoder threw. Returns the entries in
     * order.
     */
    public List<Entry<E>> append(List<E> values) {
        synchronized (writing) {
            List<Entry<E>> entries = new ArrayList<>(values.size());
            long newest = ring.newest();
            for (E value : values) {
                Cursor cursor = new Cursor(epoch, newest + entries.size() + 1);
                entries.add(new Entry<>(cursor, value, encoder.encode(cursor, value)));
            }
            if (!entries.isEmpty()) {
                ring.add(entries);
                listener.committed(List.copyOf(entries), ring.retained());
            }
            return entries;
        }
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public Retained retained() {
        return ring.retained();
    }

    @Override
    public Mono<List<Entry<E>>> read(long after, int limit) {
        return Mono.fromSupplier(() -> ring.from(after, limit));
    }

    @Override
    public void onCommit(CommitListener<E> onlyListener) {
        listener = onlyListener;
    }

    /** Makes the shared bytes of an entry. */
    @FunctionalInterface
    public interface Encoder<E> {
        byte[] encode(Cursor cursor, E value);
    }
}
