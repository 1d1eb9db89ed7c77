package io.outrider.streams;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * A bounded queue in front of one subscriber. Any thread may put values in; they come out in order, one at a time, on
 * {@code executor}, as fast as the subscriber asks. When the executor takes no more, the subscriber gets its refusal as
 * an error, on the thread that met it, and what is queued is discarded. The lock guards only the queue: nobody else's
 * code runs under it.
 */
final class Outlet<T> implements Subscription {

    private final int capacity;
    private final Executor executor;
    private final ArrayDeque<T> queue = new ArrayDeque<>();
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicLong requested = new AtomicLong();
    private final Runnable onCancel;
    private volatile @Nullable CoreSubscriber<? super T> subscriber;
    private volatile boolean cancelled;
    private volatile boolean ended;
    private @Nullable Throwable error;
    private volatile @Nullable RejectedExecutionException rejected;
    private final AtomicBoolean told = new AtomicBoolean();

    Outlet(int capacity, Executor executor, Runnable onCancel) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity " + capacity + " (expected: 1 or more)");
        }
        this.capacity = capacity;
        this.executor = executor;
        this.onCancel = onCancel;
    }

    /** Queues the value unless the queue is full or ended; the caller calls {@link #drain} after a success. */
    boolean offer(T value) {
        synchronized (queue) {
            if (ended || cancelled || queue.size() >= capacity) {
                return false;
            }
            return queue.add(value);
        }
    }

    /** Queues the value unless the outlet has ended, full or not: for producers that have a bound of their own. */
    boolean admit(T value) {
        synchronized (queue) {
            return !ended && !cancelled && queue.add(value);
        }
    }

    /** Queues the value and gives back the oldest one if that had to make room; null if none had to. */
    @Nullable
    T push(T value) {
        synchronized (queue) {
            if (ended || cancelled) {
                return null;
            }
            T oldest = queue.size() >= capacity ? queue.poll() : null;
            queue.add(value);
            return oldest;
        }
    }

    /** What is queued is still delivered, then completion or {@code failure}. Only the first end counts. */
    void end(@Nullable Throwable failure) {
        synchronized (queue) {
            if (ended) {
                return;
            }
            error = failure;
            ended = true;
        }
    }

    boolean isEnded() {
        return ended || cancelled;
    }

    /** Connects the subscriber; at most once. */
    void connect(CoreSubscriber<? super T> target) {
        target.onSubscribe(this);
        subscriber = target;
        drain();
        RejectedExecutionException dead = rejected;
        if (dead != null) {
            fail(target, dead);
        }
    }

    @Override
    public void request(long n) {
        if (Operators.validate(n)) {
            requested.getAndAccumulate(n, Operators::addCap);
            drain();
        }
    }

    @Override
    public void cancel() {
        if (!cancelled) {
            cancelled = true;
            onCancel.run();
            drain();
        }
    }

    /** Delivers what can be delivered. Safe to call from any thread, also from within a delivery. */
    void drain() {
        if (rounds.getAndIncrement() != 0) {
            return;
        }
        try {
            executor.execute(this::deliver);
        } catch (RejectedExecutionException e) {
            // The scheduler is gone, and with it the consumer's thread. Nothing is delivered at the moment, nor will it
            // be: this thread says so to producers and consumer.
            end(e);
            discard();
            rejected = e;
            CoreSubscriber<? super T> target = subscriber;
            if (target != null) {
                fail(target, e);
            }
        }
    }

    private void fail(CoreSubscriber<? super T> target, RejectedExecutionException dead) {
        if (!cancelled && told.compareAndSet(false, true)) {
            target.onError(dead);
        }
    }

    private void deliver() {
        int seen = rounds.get();
        do {
            deliverRequested();
            seen = rounds.addAndGet(-seen);
        } while (seen != 0);
    }

    private void deliverRequested() {
        CoreSubscriber<? super T> target = subscriber;
        if (cancelled) {
            discard();
            return;
        }
        if (target == null) {
            return;
        }
        long sent = 0;
        while (!cancelled && sent < requested.get()) {
            T next = poll();
            if (next == null) {
                break;
            }
            target.onNext(next);
            sent++;
        }
        if (sent > 0) {
            subtract(sent);
        }
        endIfDone(target);
    }

    private void subtract(long sent) {
        requested.updateAndGet(left -> left == Long.MAX_VALUE ? left : left - sent);
    }

    private void endIfDone(CoreSubscriber<? super T> target) {
        if (cancelled || !ended || !isDrained() || !told.compareAndSet(false, true)) {
            return;
        }
        Throwable failure = error;
        if (failure == null) {
            target.onComplete();
        } else {
            target.onError(failure);
        }
    }

    private @Nullable T poll() {
        synchronized (queue) {
            return queue.poll();
        }
    }

    private boolean isDrained() {
        synchronized (queue) {
            return queue.isEmpty();
        }
    }

    private void discard() {
        CoreSubscriber<? super T> target = subscriber;
        T next = poll();
        while (next != null) {
            if (target != null) {
                Operators.onDiscard(next, target.currentContext());
            }
            next = poll();
        }
    }
}
