package io.outrider.streams.log;

import io.outrider.streams.Cursor;
import io.outrider.streams.Delivery;
import io.outrider.streams.Entry;
import io.outrider.streams.EventLog;
import io.outrider.streams.Journal;
import io.outrider.streams.Once;
import io.outrider.streams.Position;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The event log over a {@link Journal}. Readers of the present share one ring of recent entries; the journal is read
 * only by those that are further behind, {@value LogReader#CATCH_UP} entries at a time. A commit costs the writer the
 * same whatever the number of readers: it adds to the ring and schedules one signal. All deliveries happen on the
 * scheduler, one at a time for each reader; the scheduler's threads must not be blocked.
 *
 * <p>A cursor of another epoch is answered with a gap and everything that is kept; one beyond the newest entry with a
 * gap and what follows the newest. An error of the journal ends the reader: it may come again with its last cursor.
 */
public final class JournalEventLog<E> implements EventLog<E> {

    private final Journal<E> journal;
    private final EntryRing<E> ring;
    private final Clock clock;
    private final Scheduler scheduler;
    private final Set<LogReader<E>> readers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean signalled = new AtomicBoolean();
    private final LongAdder missed = new LongAdder();
    private volatile long newest;
    private final Once<Void> drained = new Once<>();
    private volatile boolean closed;
    private volatile boolean cutOff;

    private JournalEventLog(Journal<E> journal, Retention recent, Clock clock, Scheduler scheduler) {
        this.journal = journal;
        this.ring = new EntryRing<>(recent);
        this.clock = clock;
        this.scheduler = scheduler;
    }

    /**
     * Opens the log and makes it the journal's one listener.
     *
     * @param recent bounds of the ring, in memory
     * @param clock for the time in heartbeats only; delays run on the scheduler's time
     */
    public static <E> JournalEventLog<E> open(Journal<E> journal, Retention recent, Clock clock, Scheduler scheduler) {
        JournalEventLog<E> log = new JournalEventLog<>(journal, recent, clock, scheduler);
        journal.onCommit((entries, retained) -> log.committed(entries));
        log.advance(journal.retained().newest());
        return log;
    }

    @Override
    public Flux<Delivery<E>> read(Position position, Duration heartbeat) {
        return new Reading(position, heartbeat);
    }

    @Override
    public Cursor newest() {
        return new Cursor(journal.epoch(), newest);
    }

    /** Completes each reader when it has got everything that is durable now; later readers likewise. Idempotent. */
    public void close() {
        closed = true;
        signal();
        completeWhenDrained();
    }

    /** After {@link #close}: completes when no reader is left. */
    public Mono<Void> drained() {
        return drained.value();
    }

    /** After {@link #close}: readers that have not got everything yet fail with {@link LogClosedException}. */
    public void cutOff() {
        cutOff = true;
        readers.forEach(LogReader::wake);
    }

    /**
     * Closes, waits for readers as long as {@code patience}, and cuts off those that have not taken everything by then.
     */
    public Mono<Void> end(Duration patience, Scheduler timer) {
        return Mono.defer(() -> {
            close();
            Mono<Void> rest =
                    Mono.<Void>fromRunnable(this::cutOff).then(drained()).timeout(patience, Mono.empty(), timer);
            return drained().timeout(patience, rest, timer);
        });
    }

    private void completeWhenDrained() {
        if (closed && readers.isEmpty()) {
            drained.complete();
        }
    }

    /** Readers of this moment. */
    public int readers() {
        return readers.size();
    }

    /** Entries that readers were told to have missed, summed over all readers since the beginning. */
    public long missed() {
        return missed.sum();
    }

    private void committed(List<Entry<E>> entries) {
        ring.add(entries);
        advance(entries.get(entries.size() - 1).cursor().seq());
        signal();
    }

    private synchronized void advance(long seq) {
        newest = Math.max(newest, seq);
    }

    /** One signal may stand for many commits: it says only that there is more. */
    private void signal() {
        if (readers.isEmpty() || !signalled.compareAndSet(false, true)) {
            return;
        }
        try {
            scheduler.schedule(this::wakeAll);
        } catch (RejectedExecutionException e) {
            // The agent ends: its readers' threads are gone, and the commit must not fail because of them.
            signalled.set(false);
        }
    }

    private void wakeAll() {
        signalled.set(false);
        readers.forEach(LogReader::wake);
    }

    private final class Reading extends Flux<Delivery<E>> {
        private final Position position;
        private final Duration heartbeat;

        Reading(Position position, Duration heartbeat) {
            this.position = position;
            this.heartbeat = heartbeat;
        }

        @Override
        public void subscribe(CoreSubscriber<? super Delivery<E>> subscriber) {
            LogReader<E> reader = new LogReader<>(new View(), subscriber, heartbeat);
            // Registered before it looks at the newest entry: nothing can come in between unseen.
            readers.add(reader);
            reader.begin(position);
        }
    }

    /** What a reader sees of its log. */
    final class View {

        Scheduler scheduler() {
            return scheduler;
        }

        Clock clock() {
            return clock;
        }

        Journal<E> journal() {
            return journal;
        }

        EntryRing<E> ring() {
            return ring;
        }

        long newest() {
            return newest;
        }

        boolean isClosed() {
            return closed;
        }

        boolean isCutOff() {
            return cutOff;
        }

        void missed(long entries) {
            missed.add(entries);
        }

        void left(LogReader<E> reader) {
            readers.remove(reader);
            completeWhenDrained();
        }
    }
}
