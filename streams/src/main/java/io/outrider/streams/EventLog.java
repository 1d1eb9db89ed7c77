package io.outrider.streams;

import java.time.Duration;
import reactor.core.publisher.Flux;

/**
 * Readers' side of one append-only log (design mechanism 2). Writers go to the {@link Journal}'s owner, so that an
 * event
 * and the state change it reports are one transaction.
 */
public interface EventLog<E> {

    /**
     * Everything from {@code position} on, in order and without an end. Cold: each subscriber reads at its own speed
     * with
     * O(1) memory; cancel frees everything. What has left the retained window before the reader came to it is told as
     * one {@link Delivery.Gap}; nothing is ever left out silently. A heartbeat comes when nothing was delivered for
     * {@code heartbeat} ({@link Duration#ZERO}: none).
     */
    Flux<Delivery<E>> read(Position position, Duration heartbeat);

    /** The newest durable place. */
    Cursor newest();
}
