package io.outrider.drivers.logs.files;

import io.outrider.drivers.logs.LogItem;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * One reader. Reads only what was asked for, a batch at a time on a thread of the scheduler; while it waits for demand
 * or for output it holds no thread. Cancel closes its files.
 */
final class LogSubscription implements Subscription, Runnable {

    // One reader of an endless fast stream must not keep a thread from the others.
    private static final int ITEMS_AT_ONCE = 32;

    private final CoreSubscriber<? super LogItem> subscriber;
    private final Followers followers;
    private final LogCursor cursor;
    private final boolean follow;
    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger wakeUps = new AtomicInteger();
    private volatile boolean cancelled;
    private boolean done;

    LogSubscription(CoreSubscriber<? super LogItem> subscriber, Followers followers, LogCursor cursor, boolean follow) {
        this.subscriber = subscriber;
        this.followers = followers;
        this.cursor = cursor;
        this.follow = follow;
    }

    @Override
    public void request(long n) {
        if (Operators.validate(n)) {
            requested.accumulateAndGet(n, Operators::addCap);
            wakeUp();
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        followers.forget(this);
        // A read that runs now may hang on its disk, the caller must not: then the reader's thread closes the files.
        if (wakeUps.getAndIncrement() == 0) {
            cursor.close();
        }
    }

    /** Whether there may be something to read; a system call or two. */
    boolean changed() {
        return cursor.changed();
    }

    /** Makes it look again; from any thread. */
    void wakeUp() {
        if (wakeUps.getAndIncrement() == 0) {
            schedule();
        }
    }

    @Override
    public void run() {
        int seen = wakeUps.get();
        boolean more = readBatch();
        if (cancelled) {
            cursor.close();
        } else if (more || wakeUps.addAndGet(-seen) != 0) {
            schedule();
        }
    }

    private void schedule() {
        try {
            followers.schedule(this);
        } catch (RejectedExecutionException e) {
            fail(e);
        }
    }

    // Whether it should run again at once.
    private boolean readBatch() {
        for (int i = 0; i < ITEMS_AT_ONCE; i++) {
            if (done || cancelled || requested.get() == 0) {
                return false;
            }
            LogItem item = nextOrFail();
            if (item == null) {
                return false;
            }
            emit(item);
        }
        return true;
    }

    private @Nullable LogItem nextOrFail() {
        try {
            LogItem item = cursor.next();
            if (item == null && !follow) {
                return cursor.here();
            }
            if (item == null) {
                followers.await(this);
            }
            return item;
        } catch (RuntimeException e) {
            fail(e);
            return null;
        }
    }

    private void emit(LogItem item) {
        if (requested.get() != Long.MAX_VALUE) {
            requested.decrementAndGet();
        }
        if (cancelled) {
            return;
        }
        subscriber.onNext(item);
        if (item instanceof LogItem.End && !cancelled) {
            done = true;
            cursor.close();
            subscriber.onComplete();
        }
    }

    private void fail(Throwable error) {
        if (!done && !cancelled) {
            done = true;
            cursor.close();
            subscriber.onError(error);
        }
    }
}
