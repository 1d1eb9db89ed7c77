package io.outrider.streams;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;

/**
 * A hot stream of values to any number of subscribers. Each subscriber has its own bounded queue; what happens when it
 * is full is in the name of the factory, and {@link #dropped} counts it. Publishing never waits for a subscriber that
 * asks for little; all subscribers see the same order. Values are delivered on the publishing thread or on the thread
 * that requests: a subscriber that works long moves to a scheduler of its own.
 */
public final class Topic<T> {

    private enum Overflow {
        DROP_OLDEST,
        FAIL
    }

    private final int capacity;
    private final Overflow overflow;
    private final boolean replays;
    private final LongAdder dropped = new LongAdder();
    private final Object lock = new Object();
    private List<Outlet<T>> outlets = List.of();
    private @Nullable T latest;
    private boolean closed;

    private Topic(int capacity, Overflow overflow, boolean replays) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity " + capacity + " (expected: 1 or more)");
        }
        this.capacity = capacity;
        this.overflow = overflow;
        this.replays = replays;
    }

    /** For states: a slow subscriber gets only the newest value, a new one begins with the newest there is. */
    public static <T> Topic<T> latest() {
        return new Topic<>(1, Overflow.DROP_OLDEST, true);
    }

    /** A slow subscriber loses the oldest of its {@code capacity} queued values; a new one gets only what follows. */
    public static <T> Topic<T> dropOldest(int capacity) {
        return new Topic<>(capacity, Overflow.DROP_OLDEST, false);
    }

    /** Like {@link #dropOldest}, and a new subscriber begins with the newest value there is. */
    public static <T> Topic<T> dropOldestReplayLatest(int capacity) {
        return new Topic<>(capacity, Overflow.DROP_OLDEST, true);
    }

    /**
     * A subscriber with {@code capacity} queued values gets these and then an overflow error
     * ({@link Exceptions#isOverflow}); the others go on.
     */
    public static <T> Topic<T> failing(int capacity) {
        return new Topic<>(capacity, Overflow.FAIL, false);
    }

    /** Like {@link #failing}, and a new subscriber begins with the newest value there is. */
    public static <T> Topic<T> failingReplayLatest(int capacity) {
        return new Topic<>(capacity, Overflow.FAIL, true);
    }

    /** Gives the value to all subscribers of this moment; false once closed. Safe from any thread. */
    public boolean publish(T value) {
        List<Outlet<T>> told;
        synchronized (lock) {
            if (closed) {
                return false;
            }
            latest = replays ? value : null;
            told = outlets;
            told.forEach(outlet -> put(outlet, value));
        }
        told.forEach(Outlet::drain);
        return true;
    }

    /** The values from the subscription on. Ends when the topic is closed; cancel frees the queue. */
    public Flux<T> values() {
        return new Values();
    }

    /** The newest value; empty before the first and on a topic that does not replay. */
    public Optional<T> newest() {
        synchronized (lock) {
            return Optional.ofNullable(latest);
        }
    }

    /** Values that some subscriber lost, summed over all since the beginning. */
    public long dropped() {
        return dropped.sum();
    }

    /** Subscribers of this moment. */
    public int subscribers() {
        synchronized (lock) {
            return outlets.size();
        }
    }

    /** Subscribers get what is queued and then completion; later ones the newest (if replayed) and completion. */
    public void close() {
        List<Outlet<T>> told;
        synchronized (lock) {
            closed = true;
            told = outlets;
            outlets = List.of();
            told.forEach(outlet -> outlet.end(null));
        }
        told.forEach(Outlet::drain);
    }

    private void put(Outlet<T> outlet, T value) {
        if (overflow == Overflow.DROP_OLDEST) {
            if (outlet.push(value) != null) {
                dropped.increment();
            }
        } else if (!outlet.offer(value) && !outlet.isEnded()) {
            dropped.increment();
            outlet.end(Exceptions.failWithOverflow("a subscriber left " + capacity + " values waiting"));
            remove(outlet);
        }
    }

    private void remove(Outlet<T> outlet) {
        synchronized (lock) {
            List<Outlet<T>> rest = new ArrayList<>(outlets);
            rest.remove(outlet);
            outlets = List.copyOf(rest);
        }
    }

    private void attach(Outlet<T> outlet) {
        synchronized (lock) {
            T first = latest;
            if (first != null) {
                outlet.offer(first);
            }
            if (closed) {
                outlet.end(null);
                return;
            }
            List<Outlet<T>> all = new ArrayList<>(outlets);
            all.add(outlet);
            outlets = List.copyOf(all);
        }
    }

    private final class Values extends Flux<T> {
        @Override
        public void subscribe(CoreSubscriber<? super T> subscriber) {
            Subscriber<T> link = new Subscriber<>(Topic.this);
            attach(link.outlet);
            link.outlet.connect(subscriber);
        }
    }

    /** Ties an outlet to its removal. */
    private static final class Subscriber<T> {
        private final Outlet<T> outlet;

        Subscriber(Topic<T> topic) {
            this.outlet = new Outlet<>(topic.capacity, Runnable::run, () -> leave(topic));
        }

        private void leave(Topic<T> topic) {
            topic.remove(outlet);
        }
    }
}
