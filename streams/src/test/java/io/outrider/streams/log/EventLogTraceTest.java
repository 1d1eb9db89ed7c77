package io.outrider.streams.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.streams.Cursor;
import io.outrider.streams.Position;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * Seeded random traces, 10^5 in all: many readers, slow ones, reconnecting ones, a window that moves, a journal that
 * answers late. Each reader must get each event exactly once or be told of it in a gap; a failure names its seed.
 */
class EventLogTraceTest {

    private static final int TRACES = 100_000;
    private static final int STEPS = 25;

    private long items;
    private long missed;
    private long reconnected;

    @Test
    void everyReaderGetsEachEventOnceOrInAGap() {
        for (int seed = 0; seed < TRACES; seed++) {
            new Trace(seed).run();
        }
        assertThat(List.of(items, missed, reconnected))
                .as("the traces have to bring items, gaps and reconnections")
                .allSatisfy(count -> assertThat(count).isGreaterThan(TRACES / 2));
    }

    private final class Trace {
        private final int seed;
        private final Random random;
        private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
        private final MemoryJournal<Long> journal;
        private final JournalEventLog<Long> log;
        private final List<CheckedReader> readers = new ArrayList<>();

        Trace(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.journal = new MemoryJournal<>(
                    7, (cursor, value) -> new byte[(int) (value % 5)], new Retention(1 + random.nextInt(8), 12));
            this.log = JournalEventLog.open(
                    new SlowJournal(journal, random, time),
                    new Retention(1 + random.nextInt(4), 9),
                    Clock.systemUTC(),
                    time);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                step();
            }
            for (CheckedReader reader : readers) {
                reader.ask(Long.MAX_VALUE);
            }
            time.advanceTimeBy(Duration.ofMinutes(1));
            for (CheckedReader reader : readers) {
                reader.verify();
                assertThat(reader.place())
                        .as("seed %d: a reader got stuck", seed)
                        .isEqualTo(log.newest());
                reader.cancel();
                items += reader.items();
                missed += reader.missed();
            }
            assertThat(log.readers()).as("seed %d", seed).isZero();
        }

        private void step() {
            switch (random.nextInt(7)) {
                case 0, 1, 2 -> append();
                case 3 -> open();
                case 4 -> reconnect();
                case 5 -> time.advanceTimeBy(Duration.ofMillis(random.nextInt(6)));
                default -> ask();
            }
        }

        private void append() {
            List<Long> values = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                values.add(valueAt(journal.retained().newest() + values.size() + 1));
            }
            journal.append(values);
        }

        private void open() {
            if (readers.size() >= 4) {
                return;
            }
            long newest = journal.retained().newest();
            switch (random.nextInt(3)) {
                case 0 -> read(new Position.Now(), new Cursor(7, newest));
                case 1 ->
                    read(new Position.Oldest(), new Cursor(7, journal.retained().oldest() - 1));
                default -> resume(new Cursor(7, newest == 0 ? 0 : random.nextLong(newest)));
            }
        }

        private void reconnect() {
            if (!readers.isEmpty()) {
                CheckedReader gone = readers.remove(random.nextInt(readers.size()));
                gone.verify();
                gone.cancel();
                reconnected++;
                resume(gone.place());
            }
        }

        private void ask() {
            if (!readers.isEmpty()) {
                readers.get(random.nextInt(readers.size())).ask(1 + random.nextInt(5));
            }
        }

        private void resume(Cursor cursor) {
            read(new Position.After(cursor), cursor);
        }

        private void read(Position position, Cursor place) {
            CheckedReader reader = new CheckedReader(
                    "seed " + seed, place, () -> journal.retained().oldest(), cursor -> valueAt(cursor.seq()));
            reader.start(log, position);
            readers.add(reader);
        }
    }

    private static long valueAt(long seq) {
        return seq * 31;
    }
}
