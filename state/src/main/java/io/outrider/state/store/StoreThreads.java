package io.outrider.state.store;

import io.outrider.streams.Workers;
import reactor.core.scheduler.Scheduler;

/**
 * The schedulers of a store on disk. Whoever made them disposes them, after the store is closed.
 *
 * @param writer one thread that may block: opens, writes, syncs
 * @param readers threads that may block: catch-up reads and backups
 * @param replies where the outcomes of commits are told, so that no subscriber's work delays the next commit
 */
public record StoreThreads(Scheduler writer, Scheduler readers, Scheduler replies) {
    /** As many as there are read connections. */
    public static final int READERS = 2;

    private static final int QUEUED = 10_000;

    /** A writer, two readers and one thread for replies. */
    public static StoreThreads of(Workers workers) {
        return new StoreThreads(
                workers.blockingFailWhenFull("state-writer", 1, QUEUED),
                workers.blockingFailWhenFull("state-reader", READERS, QUEUED),
                workers.single("state-reply"));
    }
}
