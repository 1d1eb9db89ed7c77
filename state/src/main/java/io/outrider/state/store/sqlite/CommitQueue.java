package io.outrider.state.store.sqlite;

import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventCodec;
import io.outrider.state.store.Commit;
import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.streams.Cursor;
import io.outrider.streams.Once;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import reactor.core.scheduler.Scheduler;

/**
 * Commits on their way to the writer: any number of threads put them in without waiting, the writer takes all that have
 * queued since its last fsync. Bounded; a full queue refuses.
 */
final class CommitQueue {
    /** Bounds one transaction, and with it the longest wait of a commit behind it. */
    private static final int GROUP = 512;

    private static final long GROUP_BYTES = 4 << 20;

    private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger rounds = new AtomicInteger();
    private final int capacity;
    private final Scheduler scheduler;
    private final Consumer<List<Request>> write;
    private final Runnable onEnd;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean closing;

    /** {@code write} and then, once, {@code onEnd} run on the scheduler. */
    CommitQueue(int capacity, Scheduler scheduler, Consumer<List<Request>> write, Runnable onEnd) {
        this.capacity = capacity;
        this.scheduler = scheduler;
        this.write = write;
        this.onEnd = onEnd;
    }

    /** Queues it, or fails its outcome. Never waits. */
    void offer(Request request) {
        if (closing) {
            request.outcome()
                    .fail(new StateStoreException(Kind.CLOSED, "the state is closed: nothing was written", null));
            return;
        }
        if (size.incrementAndGet() > capacity) {
            size.decrementAndGet();
            request.outcome()
                    .fail(new StateStoreException(
                            Kind.OVERLOADED,
                            "the state has " + capacity + " commits waiting: is the disk slow or hung?",
                            null));
            return;
        }
        waiting.add(request);
        wake();
    }

    /** Refuses further commits; what has queued is still written. */
    void close() {
        closing = true;
        wake();
    }

    private void wake() {
        if (rounds.getAndIncrement() != 0) {
            return;
        }
        try {
            scheduler.schedule(this::drain);
        } catch (RejectedExecutionException e) {
            failAll(e);
        }
    }

    private void drain() {
        int seen = rounds.get();
        do {
            List<Request> group = nextGroup();
            while (!group.isEmpty()) {
                write.accept(group);
                group = nextGroup();
            }
            if (closing) {
                end();
            }
            seen = rounds.addAndGet(-seen);
        } while (seen != 0);
    }

    private List<Request> nextGroup() {
        List<Request> group = new ArrayList<>();
        long bytes = 0;
        while (group.size() < GROUP && bytes < GROUP_BYTES) {
            Request next = waiting.poll();
            if (next == null) {
                break;
            }
            size.decrementAndGet();
            bytes += next.bytes();
            group.add(next);
        }
        return group;
    }

    private void failAll(RejectedExecutionException e) {
        closing = true;
        StateStoreException error =
                new StateStoreException(Kind.CLOSED, "the state's writer has been shut down: nothing was written", e);
        for (Request next = waiting.poll(); next != null; next = waiting.poll()) {
            next.outcome().fail(error);
        }
        end();
    }

    private void end() {
        if (ended.compareAndSet(false, true)) {
            onEnd.run();
        }
    }

    /**
     * A commit that waits for the writer, encoded.
     *
     * @param outcome told when it is durable, or has failed
     */
    record Request(List<StateWrites.Encoded> changes, List<Event> events, List<byte[]> encoded, Once<Cursor> outcome) {

        static Request of(Commit commit) {
            return new Request(
                    StateWrites.Encoded.of(commit),
                    commit.events(),
                    commit.events().stream().map(EventCodec::encode).toList(),
                    new Once<>());
        }

        /** Bytes that this commit writes, without what SQLite adds. */
        long bytes() {
            long bytes = 0;
            for (StateWrites.Encoded change : changes) {
                bytes += change.json().length;
            }
            for (byte[] event : encoded) {
                bytes += event.length;
            }
            return bytes;
        }

        int rows() {
            return changes.size() + events.size();
        }
    }
}
