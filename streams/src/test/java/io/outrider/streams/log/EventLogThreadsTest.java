package io.outrider.streams.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.streams.Cursor;
import io.outrider.streams.Position;
import io.outrider.streams.Workers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Scheduler;

/** Real threads: two writers, readers of all speeds, cancels at any moment. */
class EventLogThreadsTest {

    private static final int EVENTS = 60_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Workers workers = new Workers();
    private final Scheduler loops = workers.parallel("log", 3);
    private final MemoryJournal<Long> journal =
            new MemoryJournal<>(3, (cursor, value) -> new byte[16], new Retention(4_000, 1 << 20));
    private final JournalEventLog<Long> log =
            JournalEventLog.open(journal, new Retention(500, 1 << 20), Clock.systemUTC(), loops);

    @AfterEach
    void close() {
        workers.close(PATIENCE).block(PATIENCE);
    }

    @Test
    void readersOfAllSpeedsMissNothingWithoutBeingTold() throws InterruptedException {
        List<CheckedReader> readers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            CheckedReader reader = reader("unbounded " + i, new Cursor(3, 0));
            reader.ask(Long.MAX_VALUE);
            readers.add(reader);
        }
        CheckedReader slow = reader("slow", new Cursor(3, 0));
        List<Thread> writers = List.of(write(), write());
        CheckedReader restless = reconnectWhile(() -> log.newest().seq() < EVENTS, slow);
        for (Thread writer : writers) {
            writer.join(PATIENCE.toMillis());
        }
        restless.ask(Long.MAX_VALUE);
        slow.ask(Long.MAX_VALUE);
        readers.addAll(List.of(restless, slow));
        await(() -> readers.stream().allMatch(this::isAtTheEnd));
        readers.forEach(CheckedReader::verify);
        assertThat(slow.missed()).as("the slow reader fell out of the window").isPositive();
        readers.forEach(CheckedReader::cancel);
        assertThat(log.readers()).isZero();
    }

    private boolean isAtTheEnd(CheckedReader reader) {
        reader.verify();
        return reader.place().seq() == EVENTS;
    }

    private CheckedReader reconnectWhile(BooleanSupplier goesOn, CheckedReader slow) {
        Random random = new Random(5);
        CheckedReader restless = reader("restless", new Cursor(3, 0));
        while (goesOn.getAsBoolean()) {
            slow.ask(1);
            restless.ask(random.nextInt(2_000) + 1L);
            Cursor before = restless.place();
            long until = System.nanoTime() + random.nextInt(2_000_000);
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            restless.cancel();
            restless.verify();
            awaitQuiet(restless);
            assertThat(restless.place().seq()).isGreaterThanOrEqualTo(before.seq());
            restless = reader("restless", restless.place());
        }
        return restless;
    }

    /** A delivery that runs while the cancel comes is the last one. */
    private static void awaitQuiet(CheckedReader reader) {
        await(() -> !reader.isDelivering());
    }

    private CheckedReader reader(String name, Cursor place) {
        CheckedReader reader =
                new CheckedReader(name, place, () -> journal.retained().oldest(), Cursor::seq);
        reader.start(log, new Position.After(place));
        return reader;
    }

    private Thread write() {
        Thread writer = new Thread(this::writeAll);
        writer.setDaemon(true);
        writer.start();
        return writer;
    }

    private void writeAll() {
        long seq = 0;
        while (seq < EVENTS) {
            synchronized (journal) {
                seq = journal.retained().newest();
                if (seq < EVENTS) {
                    journal.append(List.of(seq + 1));
                }
            }
            if (seq % 64 == 0) {
                Thread.yield();
            }
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("gave up waiting").isLessThan(deadline);
            java.util.concurrent.locks.LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
