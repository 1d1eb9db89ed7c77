package io.outrider.streams.log;

import io.outrider.streams.Cursor;
import io.outrider.streams.Delivery;
import io.outrider.streams.Entry;
import io.outrider.streams.Position;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;

/**
 * One reader: a place, and at most one page of the journal. Everything but {@link #wake}, {@link #request} and
 * {@link #cancel} runs on its worker, one call at a time, so the plain fields need no lock.
 */
final class LogReader<E> implements Subscription {

    /** Entries that are read from the journal at once. */
    static final int CATCH_UP = 256;

    /** Deliveries in a row before other readers on the same thread get their turn. */
    private static final int TURN = 256;

    private final JournalEventLog<E>.View log;
    private final CoreSubscriber<? super Delivery<E>> subscriber;
    private final Scheduler.Worker worker;
    private final long heartbeatNanos;
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicLong requested = new AtomicLong();
    private final Disposable.Swap reading = Disposables.swap();
    private volatile @Nullable Page<E> arrived;
    private volatile @Nullable Throwable failure;
    private volatile boolean cancelled;

    private long place;
    private @Nullable Delivery<E> firstGap;
    private @Nullable Page<E> page;
    private boolean pageAwaited;
    private boolean heartbeatDue;
    private long lastDelivery;
    private final AtomicBoolean ended = new AtomicBoolean();

    LogReader(JournalEventLog<E>.View log, CoreSubscriber<? super Delivery<E>> subscriber, Duration heartbeat) {
        this.log = log;
        this.subscriber = subscriber;
        this.worker = log.scheduler().createWorker();
        this.heartbeatNanos = heartbeat.toNanos();
    }

    void begin(Position position) {
        try {
            place = placeOf(position);
        } catch (RuntimeException e) {
            failure = e;
        }
        lastDelivery = now();
        subscriber.onSubscribe(this);
        if (heartbeatNanos > 0) {
            later(this::tick, heartbeatNanos);
        }
        wake();
    }

    /** There may be something to deliver. Safe from any thread, never blocks. */
    void wake() {
        if (rounds.getAndIncrement() == 0) {
            later(this::deliver, 0);
        }
    }

    @Override
    public void request(long n) {
        if (Operators.validate(n)) {
            requested.getAndAccumulate(n, Operators::addCap);
            wake();
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        log.left(this);
        reading.dispose();
        worker.dispose();
        arrived = null;
        page = null;
    }

    private long placeOf(Position position) {
        if (position instanceof Position.Now) {
            return log.newest();
        }
        long oldest = log.journal().retained().oldest();
        if (position instanceof Position.After after) {
            return placeOf(after.cursor(), oldest);
        }
        return oldest - 1;
    }

    private long placeOf(Cursor cursor, long oldest) {
        long newest = log.newest();
        if (cursor.epoch() != log.journal().epoch()) {
            firstGap = gap(cursor, oldest, "the cursor is of epoch " + cursor.epoch() + ", the log of another");
            return oldest - 1;
        }
        if (cursor.seq() > newest) {
            firstGap = gap(cursor, newest + 1, "the cursor is beyond the newest entry, " + newest);
            return newest;
        }
        return cursor.seq();
    }

    private void deliver() {
        int seen = rounds.get();
        do {
            takePage();
            long sent = deliverRequested();
            endIfDone();
            if (sent == TURN) {
                later(this::deliver, 0);
                return;
            }
            seen = rounds.addAndGet(-seen);
        } while (seen != 0);
    }

    private long deliverRequested() {
        long sent = 0;
        long allowed = Math.min(requested.get(), TURN);
        while (!cancelled && !ended.get() && failure == null && sent < allowed) {
            Delivery<E> next = nextOrFail();
            if (next == null) {
                break;
            }
            lastDelivery = now();
            heartbeatDue = false;
            subscriber.onNext(next);
            sent++;
        }
        long delivered = sent;
        requested.updateAndGet(left -> left == Long.MAX_VALUE ? left : left - delivered);
        if (cancelled) {
            page = null;
        }
        return sent;
    }

    private @Nullable Delivery<E> nextOrFail() {
        try {
            return next();
        } catch (RuntimeException e) {
            // The journal was closed under this reader.
            failure = e;
            return null;
        }
    }

    /** The next thing to deliver; null if there is nothing now, and then somebody will wake this reader. */
    private @Nullable Delivery<E> next() {
        Delivery<E> gap = firstGap;
        if (gap != null) {
            firstGap = null;
            return gap;
        }
        Delivery<E> found = place < log.newest() ? nextEntry() : null;
        return found == null && heartbeatDue ? heartbeat() : found;
    }

    private @Nullable Delivery<E> nextEntry() {
        Page<E> current = page;
        if (current != null) {
            return nextOfPage(current);
        }
        Entry<E> entry = log.ring().at(place + 1);
        if (entry == null) {
            readPage();
            return null;
        }
        return item(entry);
    }

    private Delivery<E> nextOfPage(Page<E> current) {
        Entry<E> entry = current.peek();
        // Everything up to current.newest was durable before the read: what is not in the page cannot be read any more.
        long next = entry == null
                ? Math.max(current.newest, oldest() - 1) + 1
                : entry.cursor().seq();
        if (next > place + 1) {
            return fellBehind(next);
        }
        current.skip();
        page = current.isRead() ? null : current;
        return item(Objects.requireNonNull(entry));
    }

    private Delivery<E> fellBehind(long next) {
        if (page != null && page.isRead()) {
            page = null;
        }
        Cursor before = cursor(place);
        log.missed(next - 1 - place);
        place = next - 1;
        return gap(before, next, "the entries are no longer kept");
    }

    private Delivery<E> item(Entry<E> entry) {
        place = entry.cursor().seq();
        return new Delivery.Item<>(entry);
    }

    private Delivery<E> gap(Cursor after, long next, String reason) {
        return new Delivery.Gap<>(after, cursor(next), reason);
    }

    private Delivery<E> heartbeat() {
        long newest = log.newest();
        return new Delivery.Heartbeat<>(log.clock().instant(), cursor(newest), newest - place);
    }

    private void readPage() {
        if (pageAwaited) {
            return;
        }
        pageAwaited = true;
        long newest = log.newest();
        Disposable running = log.journal()
                .read(place, CATCH_UP)
                .defaultIfEmpty(List.of())
                .subscribe(entries -> turnTo(new Page<>(entries, newest)), this::fail);
        reading.replace(running);
    }

    private void turnTo(Page<E> next) {
        arrived = next;
        wake();
    }

    private void fail(Throwable error) {
        failure = error;
        wake();
    }

    private void takePage() {
        Page<E> next = arrived;
        if (next != null) {
            arrived = null;
            page = next;
            pageAwaited = false;
        }
    }

    private void endIfDone() {
        Throwable error = failure;
        if (cancelled) {
            return;
        }
        if (error != null) {
            end(() -> subscriber.onError(error));
        } else if (log.isClosed() && firstGap == null && place >= log.newest()) {
            end(subscriber::onComplete);
        } else if (log.isCutOff()) {
            end(() -> subscriber.onError(new LogClosedException(null)));
        }
    }

    /** The log counts on it that nothing is told after this reader has left. */
    private void end(Runnable last) {
        if (ended.compareAndSet(false, true)) {
            last.run();
            cancel();
        }
    }

    private void tick() {
        long quiet = now() - lastDelivery;
        heartbeatDue = heartbeatDue || quiet >= heartbeatNanos;
        later(this::tick, heartbeatDue ? heartbeatNanos : heartbeatNanos - quiet);
        if (heartbeatDue) {
            wake();
        }
    }

    private void later(Runnable task, long nanos) {
        try {
            if (nanos > 0) {
                worker.schedule(task, nanos, TimeUnit.NANOSECONDS);
            } else {
                worker.schedule(task);
            }
        } catch (RejectedExecutionException e) {
            // Cancelled, or the threads have ended: then this is the only one that is at work here.
            if (cancelled) {
                log.left(this);
            } else {
                end(() -> subscriber.onError(new LogClosedException(e)));
            }
        }
    }

    private long oldest() {
        return log.journal().retained().oldest();
    }

    private Cursor cursor(long seq) {
        return new Cursor(log.journal().epoch(), seq);
    }

    private long now() {
        return log.scheduler().now(TimeUnit.NANOSECONDS);
    }

    /** What one read of the journal gave. */
    private static final class Page<E> {
        private final List<Entry<E>> entries;
        private final long newest;
        private int at;

        Page(List<Entry<E>> entries, long newest) {
            this.entries = entries;
            this.newest = newest;
        }

        @Nullable
        Entry<E> peek() {
            return isRead() ? null : entries.get(at);
        }

        void skip() {
            at++;
        }

        boolean isRead() {
            return at >= entries.size();
        }
    }
}
