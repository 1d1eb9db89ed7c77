package io.outrider.streams.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.streams.Cursor;
import io.outrider.streams.Delivery;
import io.outrider.streams.Delivery.Gap;
import io.outrider.streams.Delivery.Heartbeat;
import io.outrider.streams.Delivery.Item;
import io.outrider.streams.Entry;
import io.outrider.streams.Journal;
import io.outrider.streams.Position;
import io.outrider.streams.Workers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

class JournalEventLogTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final Clock clock = Clock.fixed(NOON, ZoneOffset.UTC);
    private final MemoryJournal<Long> journal = journal(9, 10);
    private final JournalEventLog<Long> log = open(journal);

    @Test
    void nowBeginsBehindTheNewestAndOldestAtTheFirstKept() {
        append(journal, 25);
        List<Delivery<Long>> now = collect(log, new Position.Now());
        List<Delivery<Long>> oldest = collect(log, new Position.Oldest());
        append(journal, 2);
        time.advanceTime();
        assertThat(seqs(now)).containsExactly(26L, 27L);
        assertThat(seqs(oldest))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(16, 27).boxed().toList());
    }

    @Test
    void cursorIsExclusiveAndServedFromTheJournalBehindTheRing() {
        append(journal, 9);
        List<Delivery<Long>> seen = collect(log, new Position.After(new Cursor(9, 2)));
        time.advanceTime();
        assertThat(seqs(seen)).containsExactly(3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void cursorBehindTheWindowIsToldItsGap() {
        append(journal, 25);
        List<Delivery<Long>> seen = collect(log, new Position.After(new Cursor(9, 4)));
        time.advanceTime();
        assertThat(seen.get(0))
                .isEqualTo(new Gap<Long>(new Cursor(9, 4), new Cursor(9, 16), "the entries are no longer kept"));
        assertThat(seqs(seen)).startsWith(16L).hasSize(10);
        assertThat(log.missed()).isEqualTo(11);
    }

    @Test
    void cursorOfAnotherEpochIsToldAndGetsAllThatIsKept() {
        append(journal, 3);
        List<Delivery<Long>> seen = collect(log, new Position.After(new Cursor(8, 500)));
        time.advanceTime();
        assertThat(seen.get(0)).isInstanceOfSatisfying(Gap.class, gap -> {
            assertThat(gap.after()).isEqualTo(new Cursor(8, 500));
            assertThat(gap.next()).isEqualTo(new Cursor(9, 1));
            assertThat(gap.reason()).contains("epoch 8");
        });
        assertThat(seqs(seen)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void cursorBeyondTheNewestIsToldAndGetsWhatFollows() {
        append(journal, 3);
        List<Delivery<Long>> seen = collect(log, new Position.After(new Cursor(9, 7)));
        append(journal, 1);
        time.advanceTime();
        assertThat(seen.get(0)).isInstanceOfSatisfying(Gap.class, gap -> {
            assertThat(gap.next()).isEqualTo(new Cursor(9, 4));
            assertThat(gap.reason()).contains("beyond the newest entry, 3");
        });
        assertThat(seqs(seen)).containsExactly(4L);
    }

    @Test
    void gapOnAnEmptyLogPointsToTheFirstEntryToCome() {
        List<Delivery<Long>> seen = collect(log, new Position.After(new Cursor(8, 1)));
        time.advanceTime();
        assertThat(seen).hasSize(1);
        assertThat(((Gap<Long>) seen.get(0)).next()).isEqualTo(new Cursor(9, 1));
        append(journal, 1);
        time.advanceTime();
        assertThat(seqs(seen)).containsExactly(1L);
    }

    @Test
    void readersShareTheEncodedBytes() {
        append(journal, 1);
        byte[] first = ((Item<Long>) firstOf(log)).entry().encoded();
        byte[] second = ((Item<Long>) firstOf(log)).entry().encoded();
        assertThat(first).isSameAs(second);
    }

    @Test
    void heartbeatTellsTimeNewestAndLagOnlyAfterQuiet() {
        List<String> seen = new ArrayList<>();
        log.read(new Position.Now(), Duration.ofSeconds(10))
                .subscribe(delivery -> seen.add(time.now(TimeUnit.SECONDS) + " " + kind(delivery)));
        time.advanceTimeBy(Duration.ofSeconds(7));
        append(journal, 1);
        time.advanceTimeBy(Duration.ofSeconds(9));
        assertThat(seen).containsExactly("7 item");
        time.advanceTimeBy(Duration.ofSeconds(15));
        assertThat(seen).containsExactly("7 item", "17 beat 9:1 0", "27 beat 9:1 0");
    }

    @Test
    void heartbeatReachesAReaderWhoseJournalHangs() {
        append(journal, 9);
        JournalEventLog<Long> stuck =
                JournalEventLog.open(new ScriptedJournal(journal, Mono.never()), new Retention(2, 1000), clock, time);
        List<Delivery<Long>> seen = new ArrayList<>();
        stuck.read(new Position.Oldest(), Duration.ofSeconds(10)).subscribe(seen::add);
        time.advanceTimeBy(Duration.ofSeconds(10));
        assertThat(seen).containsExactly(new Heartbeat<>(NOON, new Cursor(9, 9), 9));
    }

    @Test
    void errorOfTheJournalEndsTheReaderAndFreesIt() {
        append(journal, 9);
        JournalEventLog<Long> broken = JournalEventLog.open(
                new ScriptedJournal(journal, Mono.error(new IllegalStateException("disk"))),
                new Retention(2, 1000),
                clock,
                time);
        StepVerifier.create(broken.read(new Position.Oldest(), Duration.ZERO))
                .then(time::advanceTime)
                .expectErrorMessage("disk")
                .verify(PATIENCE);
        assertThat(broken.readers()).isZero();
    }

    @Test
    void entriesThatTheJournalCannotGiveAreAGapAndNotASpin() {
        append(journal, 9);
        JournalEventLog<Long> holed = JournalEventLog.open(
                new ScriptedJournal(journal, Mono.just(List.of())), new Retention(2, 1000), clock, time);
        List<Delivery<Long>> seen = collect(holed, new Position.After(new Cursor(9, 3)));
        time.advanceTime();
        assertThat(seen).hasSize(1);
        assertThat(((Gap<Long>) seen.get(0)).next()).isEqualTo(new Cursor(9, 10));
    }

    @Test
    void deliversNoMoreThanAskedFor() {
        append(journal, 9);
        StepVerifier.create(log.read(new Position.Oldest(), Duration.ZERO), 2)
                .then(time::advanceTime)
                .expectNextCount(2)
                .then(time::advanceTime)
                .expectNoEvent(Duration.ofMillis(20))
                .thenRequest(1)
                .then(time::advanceTime)
                .expectNextCount(1)
                .thenCancel()
                .verify(PATIENCE);
        assertThat(log.readers()).isZero();
    }

    @Test
    void closeCompletesReadersAfterTheLastEntry() {
        append(journal, 9);
        StepVerifier.create(log.read(new Position.Oldest(), Duration.ofSeconds(1)))
                .then(log::close)
                .then(time::advanceTime)
                .expectNextCount(9)
                .expectComplete()
                .verify(PATIENCE);
        StepVerifier.create(log.read(new Position.Now(), Duration.ZERO))
                .then(time::advanceTime)
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    void readerThatTakesNothingIsToldWhenTheLogIsCutOff() {
        append(journal, 9);
        StepVerifier.create(log.read(new Position.Oldest(), Duration.ZERO), 2)
                .then(time::advanceTime)
                .expectNextCount(2)
                .then(log::close)
                .then(time::advanceTime)
                .expectNoEvent(Duration.ofMillis(20))
                .then(log::cutOff)
                .then(time::advanceTime)
                .expectError(LogClosedException.class)
                .verify(PATIENCE);
        StepVerifier.create(log.drained()).expectComplete().verify(PATIENCE);
    }

    @Test
    void readerWhoseThreadsHaveEndedIsTold() {
        append(journal, 9);
        Workers workers = new Workers();
        JournalEventLog<Long> left =
                JournalEventLog.open(journal, new Retention(9, 1000), clock, workers.single("events"));
        StepVerifier.create(left.read(new Position.Oldest(), Duration.ZERO), 2)
                .expectNextCount(2)
                .then(() -> workers.close(PATIENCE).block(PATIENCE))
                .thenRequest(1)
                .expectError(LogClosedException.class)
                .verify(PATIENCE);
        StepVerifier.create(left.read(new Position.Oldest(), Duration.ZERO))
                .expectError(LogClosedException.class)
                .verify(PATIENCE);
        assertThat(left.readers()).isZero();
    }

    @Test
    void commitWhileReadersAreWokenReachesAllOfThem() {
        JournalEventLog<Long> direct =
                JournalEventLog.open(journal, new Retention(9, 1000), clock, Schedulers.immediate());
        List<List<Long>> seen = List.of(new ArrayList<>(), new ArrayList<>());
        for (List<Long> mine : seen) {
            direct.read(new Position.Now(), Duration.ZERO).subscribe(delivery -> {
                mine.add(((Item<Long>) delivery).entry().value());
                if (mine.size() == 1) {
                    append(journal, 1);
                }
            });
        }
        append(journal, 1);
        assertThat(seen).allSatisfy(mine -> assertThat(mine).containsExactly(1L, 2L, 3L));
    }

    @Test
    void commitOutlivesTheReadersScheduler() {
        List<Delivery<Long>> seen = collect(log, new Position.Now());
        time.dispose();
        append(journal, 1);
        assertThat(seen).isEmpty();
        assertThat(log.newest()).isEqualTo(new Cursor(9, 1));
    }

    @Test
    void retentionByBytesKeepsTheNewestHoweverLongItIs() {
        MemoryJournal<Long> small =
                new MemoryJournal<>(1, (cursor, value) -> new byte[value.intValue()], new Retention(100, 10));
        small.append(List.of(4L, 4L, 2L));
        assertThat(small.retained()).isEqualTo(new Journal.Retained(1, 3));
        small.append(List.of(1L));
        assertThat(small.retained()).isEqualTo(new Journal.Retained(2, 4));
        small.append(List.of(50L));
        assertThat(small.retained()).isEqualTo(new Journal.Retained(5, 5));
    }

    private Delivery<Long> firstOf(JournalEventLog<Long> from) {
        List<Delivery<Long>> seen = collect(from, new Position.Oldest());
        time.advanceTime();
        return seen.get(0);
    }

    private JournalEventLog<Long> open(Journal<Long> over) {
        return JournalEventLog.open(over, new Retention(4, 1000), clock, time);
    }

    private static MemoryJournal<Long> journal(long epoch, int entries) {
        return new MemoryJournal<>(epoch, (cursor, value) -> new byte[10], new Retention(entries, 1000));
    }

    private static void append(MemoryJournal<Long> journal, int count) {
        for (int i = 0; i < count; i++) {
            journal.append(List.of(journal.retained().newest() + 1));
        }
    }

    private static List<Delivery<Long>> collect(JournalEventLog<Long> from, Position position) {
        List<Delivery<Long>> seen = new ArrayList<>();
        Flux<Delivery<Long>> deliveries = from.read(position, Duration.ZERO);
        deliveries.subscribe(seen::add);
        return seen;
    }

    private static List<Long> seqs(List<Delivery<Long>> deliveries) {
        return deliveries.stream()
                .filter(Item.class::isInstance)
                .map(delivery -> ((Item<Long>) delivery).entry().cursor().seq())
                .toList();
    }

    private static String kind(Delivery<Long> delivery) {
        return delivery instanceof Heartbeat<Long> beat ? "beat " + beat.newest() + " " + beat.lag() : "item";
    }

    /** Answers every read with the same script. */
    private record ScriptedJournal(Journal<Long> journal, Mono<List<Entry<Long>>> answer) implements Journal<Long> {
        @Override
        public long epoch() {
            return journal.epoch();
        }

        @Override
        public Retained retained() {
            return journal.retained();
        }

        @Override
        public Mono<List<Entry<Long>>> read(long after, int limit) {
            return answer;
        }

        @Override
        public void onCommit(CommitListener<Long> listener) {
            journal.onCommit(listener);
        }
    }
}
