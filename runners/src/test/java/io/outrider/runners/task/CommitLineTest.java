package io.outrider.runners.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.model.event.Subject;
import io.outrider.state.store.Commit.Change;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException.Kind;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;
import reactor.util.retry.Retry;

class CommitLineTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Retry TRIES = Retry.max(3).filter(CommitLine::mayGetBetter);

    @Test
    void listenerThatThrowsHoldsUpNothing() {
        List<String> told = new CopyOnWriteArrayList<>();
        List<String> errors = new CopyOnWriteArrayList<>();
        MemoryStore store = new MemoryStore(JournalLimits.DEFAULT);
        store.open().block(LIMIT);
        Once<Void> disk = new Once<>();
        StallingStore slow = new StallingStore(store, disk::value);
        Scope scope = new Scope("test", (work, error) -> errors.add(String.valueOf(error.getMessage())));
        CommitLine line = new CommitLine(slow, Retry.max(0), scope, CommitLineTest::note);

        line.submit(List.of(), List.of(), () -> told.add("first"));
        line.submit(List.of(), List.of(), () -> {
            throw new IllegalStateException("told too much");
        });
        line.submit(List.of(), List.of(), () -> told.add("third"));
        disk.complete();
        StepVerifier.create(line.drained()).expectComplete().verify(LIMIT);
        line.submit(List.of(), List.of(), () -> told.add("fourth"));
        StepVerifier.create(line.drained()).expectComplete().verify(LIMIT);

        assertThat(told).containsExactly("first", "third", "fourth");
        assertThat(errors).containsExactly("told too much");
        scope.close().block(LIMIT);
    }

    @Test
    void whatCanNeverBeWrittenIsGivenUpAloneAndTold() {
        List<String> told = new CopyOnWriteArrayList<>();
        MemoryStore store = new MemoryStore(JournalLimits.DEFAULT);
        store.open().block(LIMIT);
        Once<Void> disk = new Once<>();
        Scope scope = new Scope("test", (work, error) -> told.add("scope error " + error));
        StateStore picky = new PickyStore(store, disk.value(), Kind.REFUSED, "bad");
        CommitLine line = new CommitLine(picky, TRIES, scope, CommitLineTest::note);

        line.submit(put("first"), List.of(), () -> told.add("first"));
        line.submit(put("good"), List.of(), () -> told.add("good"));
        line.submit(put("bad"), List.of(), () -> told.add("bad"));
        line.submit(put("last"), List.of(), () -> told.add("last"));
        disk.complete();
        StepVerifier.create(line.drained()).expectErrorMessage("REFUSED").verify(LIMIT);
        line.submit(put("later"), List.of(), () -> told.add("later"));
        StepVerifier.create(line.drained())
                .as("the bad value has not become durable")
                .expectErrorMessage("REFUSED")
                .verify(LIMIT);

        assertThat(told).containsExactly("first", "good", "last", "later");
        assertThat(store.open().block(LIMIT).rows())
                .extracting(row -> row.key().id())
                .containsExactlyInAnyOrder("first", "good", "last", "later");
        assertThat(store.journal().read(0, 10).block(LIMIT))
                .extracting(entry -> entry.value().type())
                .containsExactly("State Not Written");
        line.submit(List.of(new Change.Delete(key("bad"))), List.of(), () -> {});
        StepVerifier.create(line.drained()).expectComplete().verify(LIMIT);
        scope.close().block(LIMIT);
    }

    @Test
    void whatWaitsForALongTimeIsBoundedAndSaysSo() {
        List<Integer> told = new CopyOnWriteArrayList<>();
        MemoryStore store = new MemoryStore(JournalLimits.DEFAULT);
        store.open().block(LIMIT);
        Once<Void> disk = new Once<>();
        Scope scope = new Scope("test", (work, error) -> told.add(-1));
        CommitLine line = new CommitLine(new StallingStore(store, disk::value), TRIES, scope, CommitLineTest::note);

        int many = 10_000;
        for (int i = 0; i < many; i++) {
            int number = i;
            line.submit(
                    List.of(new Change.Put(key("k" + i % 7), i)), List.of(note("n", "" + i)), () -> told.add(number));
        }
        disk.complete();
        StepVerifier.create(line.drained()).expectComplete().verify(LIMIT);

        assertThat(store.open().block(LIMIT).rows()).hasSize(7);
        assertThat(told).hasSizeLessThan(2000).endsWith(many - 2, many - 1).isSorted();
        List<Event> events = store.journal().read(0, many).block(LIMIT).stream()
                .map(entry -> entry.value())
                .toList();
        Event gap = events.stream()
                .filter(event -> event.type().equals("Events Dropped"))
                .findFirst()
                .orElseThrow();
        int dropped =
                Integer.parseInt(((EventPayload.Note) gap.payload()).message().split(" ")[0]);
        assertThat(dropped + events.size() - 1).isEqualTo(many);
        scope.close().block(LIMIT);
    }

    private static List<Change> put(String id) {
        return List.of(new Change.Put(key(id), id));
    }

    private static StateKey key(String id) {
        return StateKey.alloc(Table.ALLOC, id);
    }

    private static Event note(String type, String message) {
        return new Event(
                Event.Topic.AGENT,
                type,
                Instant.EPOCH,
                Subject.agent(),
                OptionalLong.empty(),
                new EventPayload.Note(message, Map.of()));
    }
}
