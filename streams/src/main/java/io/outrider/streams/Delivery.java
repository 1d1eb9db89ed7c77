package io.outrider.streams;

import java.time.Instant;

/** What a reader of an {@link EventLog} gets. */
public sealed interface Delivery<E> {

    /** One entry. */
    record Item<E>(Entry<E> entry) implements Delivery<E> {}

    /**
     * Entries that this reader will never see: they left the window, or its cursor is of another epoch.
     *
     * @param after the last place the reader had
     * @param next the first place it gets now; compare with a snapshot of the state
     * @param reason why, for people
     */
    record Gap<E>(Cursor after, Cursor next, String reason) implements Delivery<E> {}

    /**
     * A sign of life.
     *
     * @param time when it was made
     * @param newest the newest durable place
     * @param lag entries between this reader and {@code newest}
     */
    record Heartbeat<E>(Instant time, Cursor newest, long lag) implements Delivery<E> {}
}
