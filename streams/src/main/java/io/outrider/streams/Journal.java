package io.outrider.streams;

import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The durable sequence under an {@link EventLog}. Sequence numbers start at 1, rise by one and are never used twice in
 * one epoch; old entries go away from the front only. What a journal shows is durable: an entry is neither readable nor
 * told to the listener before the transaction that wrote it has been committed.
 */
public interface Journal<E> {

    /** Names this life of the journal; constant until its entries are lost or reset. */
    long epoch();

    /** The entries that can be read now. */
    Retained retained();

    /**
     * Entries with a sequence number above {@code after}, in order, at most {@code limit}; the first may be later than
     * {@code after + 1} when older ones have gone. Cold; runs on a scheduler that may block; fails with the store's
     * error.
     */
    Mono<List<Entry<E>>> read(long after, int limit);

    /**
     * Sets the one listener. It is called on the writer's thread after each commit and before the writers of that
     * commit are told, with the committed entries in order. It must not block.
     */
    void onCommit(CommitListener<E> listener);

    /** What {@link #onCommit} calls. */
    @FunctionalInterface
    interface CommitListener<E> {
        /** Durable entries, in order, never empty; {@code retained} is what the journal holds after this commit. */
        void committed(List<Entry<E>> entries, Retained retained);
    }

    /**
     * First and last sequence number that can be read; empty when {@code oldest == newest + 1}.
     *
     * @param oldest first readable sequence number
     * @param newest last readable sequence number, 0 in a new journal
     */
    record Retained(long oldest, long newest) {}
}
