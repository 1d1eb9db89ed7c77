package io.outrider.state.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.state.model.Json;
import io.outrider.state.model.event.Event;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.StateKey.Table;
import io.outrider.streams.Cursor;
import io.outrider.streams.Entry;
import io.outrider.streams.Journal;
import io.outrider.streams.Journal.Retained;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What every {@link StateStore} promises. A store's test extends this and says how to make one. */
@Timeout(60)
public abstract class StateStoreContract {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JournalLimits LIMITS = new JournalLimits(1_000, 1 << 20);

    private StateStore store;

    /** A store with nothing in it. */
    protected abstract StateStore create(JournalLimits limits);

    /** A store over what {@code closed} had, after it has been closed; may be the same object. */
    protected abstract StateStore reopen(StateStore closed, JournalLimits limits);

    @BeforeEach
    void openNew() {
        store = create(LIMITS);
        assertThat(await(store.open()).rows()).isEmpty();
    }

    @AfterEach
    void closeStore() {
        store.close().block(PATIENCE);
    }

    @Test
    void emptyStoreHasAnEmptyJournal() {
        assertThat(store.journal().retained()).isEqualTo(new Retained(1, 0));
        assertThat(store.journal().epoch()).isPositive();
        assertThat(await(store.journal().read(0, 10))).isEmpty();
        assertThat(commit(List.of(), List.of()).seq()).isZero();
    }

    @Test
    void keepsWhatWasPutAndForgetsWhatWasDeleted() {
        StateKey kept = new StateKey(Table.NODE_META, "rack");
        StateKey gone = new StateKey(Table.NODE_META, "zone");
        commit(List.of(new Change.Put(kept, Map.of("v", "1")), new Change.Put(gone, Map.of("v", "2"))), List.of());
        commit(List.of(new Change.Put(kept, Map.of("v", "3")), new Change.Delete(gone)), List.of());
        commit(List.of(new Change.Delete(gone)), List.of());

        Recovered found = reopened();

        assertThat(found.quarantined()).isEmpty();
        assertThat(found.rows()).hasSize(1);
        assertThat(Json.mapper()
                        .readTree(found.find(kept).orElseThrow())
                        .path("v")
                        .asString())
                .isEqualTo("3");
    }

    @Test
    void laterChangeOfAKeyInOneCommitWins() {
        StateKey key = StateKey.alloc(Table.ALLOC, "a1");
        commit(List.of(new Change.Put(key, "first"), new Change.Delete(key), new Change.Put(key, "second")), List.of());

        assertThat(reopened().find(key)).hasValueSatisfying(json -> assertThat(Json.read(json, String.class))
                .isEqualTo("second"));
    }

    @Test
    void deletesEverythingOfAnAllocAndNothingElse() {
        List<StateKey> keys = List.of(
                StateKey.alloc(Table.ALLOC, "a1"),
                StateKey.task(Table.TASK_STATE, "a1", "web"),
                StateKey.task(Table.TASK_LOCAL, "a1", "web/x"),
                StateKey.alloc(Table.NETWORK_STATUS, "a1"),
                StateKey.alloc(Table.ACKNOWLEDGED, "a1"));
        List<StateKey> others = List.of(
                StateKey.alloc(Table.ALLOC, "a11"),
                StateKey.task(Table.TASK_STATE, "a11", "web"),
                new StateKey(Table.NODE_META, "a1"),
                new StateKey(Table.META, "a1"));
        List<Change> puts = new ArrayList<>();
        keys.forEach(key -> puts.add(new Change.Put(key, "x")));
        others.forEach(key -> puts.add(new Change.Put(key, "x")));
        commit(puts, List.of());
        commit(List.of(new Change.DeleteAlloc("a1")), List.of());

        assertThat(reopened().rows()).extracting(Recovered.Row::key).containsExactlyInAnyOrderElementsOf(others);
    }

    @Test
    void commitsBecomeDurableInTheOrderOfSubscription() {
        List<Cursor> cursors = Flux.range(1, 500)
                .flatMapSequential(i -> store.commit(new Commit(List.of(), List.of(Events.note("n" + i)))), 500)
                .collectList()
                .block(PATIENCE);

        assertThat(cursors).extracting(Cursor::seq).containsExactlyElementsOf(seqs(1, 500));
        assertThat(allEvents()).containsExactlyElementsOf(texts(1, 500));
    }

    @Test
    void cursorNamesTheNewestEventOfTheCommit() {
        Cursor cursor = commit(List.of(), List.of(Events.note("a"), Events.note("b"), Events.note("c")));

        assertThat(cursor).isEqualTo(new Cursor(store.journal().epoch(), 3));
        assertThat(commit(List.of(), List.of())).isEqualTo(cursor);
    }

    @Test
    void readersAndListenersSeeOnlyWhatIsDurableAndBeforeTheCommitterIsTold() {
        List<Long> told = Collections.synchronizedList(new ArrayList<>());
        List<Retained> windows = Collections.synchronizedList(new ArrayList<>());
        store.journal().onCommit((entries, retained) -> {
            entries.forEach(entry -> told.add(entry.cursor().seq()));
            windows.add(retained);
        });
        for (int i = 1; i <= 20; i++) {
            long seq = commit(List.of(), List.of(Events.note("n" + i))).seq();
            assertThat(told).hasSize(i).endsWith(seq);
            assertThat(store.journal().retained().newest()).isEqualTo(seq);
            assertThat(windows).last().isEqualTo(new Retained(1, seq));
            assertThat(await(store.journal().read(seq - 1, 5)))
                    .singleElement()
                    .satisfies(entry -> assertThat(entry.cursor().seq()).isEqualTo(seq));
        }
    }

    @Test
    void listenerThatThrowsFailsNoCommit() {
        List<Long> told = new ArrayList<>();
        store.journal().onCommit((entries, retained) -> {
            told.add(retained.newest());
            throw new IllegalStateException("thrown by a test's listener");
        });

        assertThat(commit(List.of(), List.of(Events.note("n1"))).seq()).isEqualTo(1);
        assertThat(commit(List.of(), List.of(Events.note("n2"))).seq()).isEqualTo(2);
        assertThat(told).containsExactly(1L, 2L);
    }

    @Test
    void stateAndEventsAgreeWhateverIsCommittedAtOnce() {
        StateKey key = StateKey.alloc(Table.ALLOC, "a1");
        Flux.range(1, 8)
                .flatMap(writer -> Flux.range(1, 50)
                        .concatMap(i -> store.commit(new Commit(
                                List.of(new Change.Put(key, writer + "-" + i)),
                                List.of(Events.note(writer + "-" + i)))))
                        .subscribeOn(Schedulers.parallel()))
                .blockLast(PATIENCE);

        List<String> events = allEvents();
        assertThat(events).hasSize(400).doesNotHaveDuplicates();
        String value = Json.read(reopened().find(key).orElseThrow(), String.class);
        assertThat(value).isEqualTo(events.get(399));
        assertThat(allEvents()).isEqualTo(events);
    }

    @Test
    void journalGoesOnAfterReopening() {
        commit(List.of(), List.of(Events.note("n1"), Events.note("n2")));
        long epoch = store.journal().epoch();

        reopened();

        assertThat(store.journal().epoch()).isEqualTo(epoch);
        assertThat(commit(List.of(), List.of(Events.note("n3")))).isEqualTo(new Cursor(epoch, 3));
        assertThat(allEvents()).containsExactly("n1", "n2", "n3");
    }

    @Test
    void eventsComeBackAsTheyWere() {
        Event event = Events.note("äöü \u2028 \"quoted\"\n" + "x".repeat(5_000));
        commit(List.of(), List.of(event));
        reopened();

        Entry<Event> entry = await(store.journal().read(0, 1)).get(0);
        assertThat(entry.value()).isEqualTo(event);
        assertThat(entry.encoded()).isNotEmpty();
    }

    @Test
    void retentionDropsTheOldestAndSequenceNumbersAreNeverUsedTwice() {
        closeStore();
        store = create(new JournalLimits(10, 1 << 20));
        store.open().block(PATIENCE);
        for (int i = 1; i <= 40; i++) {
            commit(List.of(), List.of(Events.note("n" + i)));
        }

        assertThat(store.journal().retained()).isEqualTo(new Retained(31, 40));
        assertThat(allEvents()).containsExactlyElementsOf(texts(31, 40));
        assertThat(await(store.journal().read(33, 2)))
                .extracting(entry -> entry.cursor().seq())
                .containsExactly(34L, 35L);
    }

    @Test
    void retentionCountsBytesAndKeepsTheNewestHoweverBig() {
        closeStore();
        store = create(new JournalLimits(1_000, 10_000));
        store.open().block(PATIENCE);
        for (int i = 1; i <= 50; i++) {
            commit(List.of(), List.of(Events.note("x".repeat(1_000))));
        }
        Retained before = store.journal().retained();
        assertThat(before.newest()).isEqualTo(50);
        assertThat(before.oldest()).isBetween(45L, 49L);

        commit(List.of(), List.of(Events.note("y".repeat(50_000))));
        assertThat(store.journal().retained()).isEqualTo(new Retained(51, 51));
        assertThat(allEvents()).hasSize(1);
    }

    @Test
    void keepsBigValues() {
        StateKey key = StateKey.task(Table.TASK_LOCAL, "a1", "big");
        String big = "0123456789abcdef".repeat(1 << 18);
        commit(List.of(new Change.Put(key, big)), List.of(Events.note("big")));

        assertThat(Json.read(reopened().find(key).orElseThrow(), String.class)).isEqualTo(big);
    }

    @Test
    void cancelDoesNotUndoACommit() {
        StateKey key = StateKey.alloc(Table.ALLOC, "a1");
        store.commit(new Commit(List.of(new Change.Put(key, "x")), List.of()))
                .subscribe(cursor -> {})
                .dispose();
        commit(List.of(), List.of(Events.note("after")));

        assertThat(reopened().find(key)).isPresent();
    }

    @Test
    void everyCloserWaitsForTheEndAndCommitsAfterItFail() {
        Mono<Void> first = store.close();
        Mono<Void> second = store.close();
        Mono.when(first, second).block(PATIENCE);
        store.close().block(PATIENCE);

        assertThatThrownBy(() -> commit(List.of(), List.of(Events.note("late"))))
                .isInstanceOfSatisfying(StateStoreException.class, e -> assertThat(e.kind())
                        .isEqualTo(StateStoreException.Kind.CLOSED));
    }

    @Test
    void valueThatCannotBeWrittenFailsItsCommitOnly() {
        StateKey key = StateKey.alloc(Table.ALLOC, "a1");
        Object unwritable = new Object() {
            @SuppressWarnings("unused")
            public String getText() {
                throw new IllegalStateException("no text");
            }
        };
        assertThatThrownBy(() -> commit(List.of(new Change.Put(key, unwritable)), List.of(Events.note("bad"))))
                .isNotNull();
        assertThat(commit(List.of(new Change.Put(key, "good")), List.of(Events.note("good")))
                        .seq())
                .isEqualTo(1);
        assertThat(allEvents()).containsExactly("good");
    }

    /** The store under test. */
    protected final StateStore store() {
        return store;
    }

    /** Commits and waits. */
    protected final Cursor commit(List<Change> changes, List<Event> events) {
        return await(store.commit(new Commit(changes, events)));
    }

    /** Closes, opens again and returns what was found. */
    protected final Recovered reopened() {
        store.close().block(PATIENCE);
        store = reopen(store, LIMITS);
        return await(store.open());
    }

    /** Texts of all events that the journal has. */
    protected final List<String> allEvents() {
        List<String> texts = new ArrayList<>();
        Journal<Event> journal = store.journal();
        List<Entry<Event>> batch = await(journal.read(0, 100));
        while (!batch.isEmpty()) {
            batch.forEach(entry -> texts.add(Events.text(entry.value())));
            batch = await(journal.read(batch.get(batch.size() - 1).cursor().seq(), 100));
        }
        return texts;
    }

    private static <T> T await(Mono<T> mono) {
        return mono.blockOptional(PATIENCE).orElseThrow();
    }

    private static List<Long> seqs(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    private static List<String> texts(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(i -> "n" + i).toList();
    }
}
