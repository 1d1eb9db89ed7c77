package io.outrider.agent.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.runners.alloc.AllocFeed.Snapshot;
import io.outrider.runners.alloc.AllocUpdate;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.job.Job;
import io.outrider.state.store.Commit;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.Cursor;
import io.outrider.streams.IndexGate;
import io.outrider.streams.Journal;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.util.retry.Retry;

final class LocalFeedTest {

    private static final int ROUNDS = 200;
    private static final int TOGETHER = 8;
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T00:00:00Z"), ZoneOffset.UTC);

    private final RefusingStore store = new RefusingStore();
    private final AtomicInteger ids = new AtomicInteger();
    private LocalFeed feed = open();

    @BeforeEach
    void restore() {
        feed = reopened();
    }

    @Test
    void everyGroupIsPlacedAsOftenAsItSays() {
        RunningJob running = await(feed.place(job("a", "echo", 1)));
        assertThat(running.allocs()).extracting(Alloc::name).containsExactly("a.g[0]", "a.g[1]", "a.h[0]");
        assertThat(running.resumed()).isFalse();
        Snapshot snapshot = snapshot();
        assertThat(snapshot.assigned())
                .hasSize(3)
                .containsKeys(running.allocs().get(0).id());
        assertThat(snapshot.pulled()).allSatisfy(alloc -> {
            assertThat(alloc.desiredStatus()).isEqualTo("run");
            assertThat(alloc.allocModifyIndex()).isEqualTo(snapshot.index());
            assertThat(alloc.job()).isNotNull();
        });
    }

    @Test
    void stopIsAChangeWithAHigherIndexAndHappensOnce() {
        RunningJob running = await(feed.place(job("a", "echo", 1)));
        long before = snapshot().index();
        StepVerifier.create(feed.stop(running.key()).then(feed.stop(running.key())))
                .expectComplete()
                .verify(SOON);
        Snapshot after = snapshot();
        assertThat(after.index()).isEqualTo(before + 1);
        assertThat(after.assigned().values()).containsOnly(before + 1);
        assertThat(after.pulled()).extracting(Alloc::desiredStatus).containsOnly("stop");
    }

    @Test
    void restartedFeedGoesOnWithTheSameAllocsAndHigherIndexes() {
        RunningJob first = await(feed.place(job("a", "echo", 1)));
        long index = snapshot().index();
        feed = reopened();
        assertThat(snapshot().assigned())
                .isEqualTo(Map.of(
                        first.allocs().get(0).id(), index,
                        first.allocs().get(1).id(), index,
                        first.allocs().get(2).id(), index));
        RunningJob again = await(feed.place(job("a", "echo", 1)));
        assertThat(again.resumed()).isTrue();
        assertThat(again.allocs())
                .extracting(Alloc::id)
                .isEqualTo(first.allocs().stream().map(Alloc::id).toList());
        await(feed.place(job("b", "echo", 1)));
        assertThat(snapshot().index()).isGreaterThan(index);
    }

    @Test
    void anotherVersionOfAJobThatRunsIsRefused() {
        await(feed.place(job("a", "echo", 1)));
        StepVerifier.create(feed.place(job("a", "printf", 1)))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(JobException.class, refused -> assertThat(refused.kind())
                                .isEqualTo(JobException.Kind.CONFLICT))
                        .hasMessageContaining("job a runs in this data directory already"))
                .verify(SOON);
    }

    @Test
    void jobThatHasEndedIsPlacedAnewAlsoAfterARestart() {
        RunningJob first = await(feed.place(job("a", "echo", 1)));
        first.allocs().forEach(alloc -> report(alloc, "complete"));
        assertThat(feed.statusNow(first.key()).ended()).isTrue();
        feed = reopened();
        assertThat(feed.statusNow(first.key()).ended())
                .as("ends are remembered")
                .isTrue();
        RunningJob second = await(feed.place(job("a", "printf", 1)));
        assertThat(second.resumed()).isFalse();
        assertThat(snapshot().assigned()).containsOnlyKeys(ids(first, second));
        assertThat(feed.statusNow(second.key()).ended()).isFalse();
    }

    @Test
    void formerRunsStayOnTheNodeUntilTheJobIsForgotten() {
        RunningJob first = await(feed.place(job("a", "echo", 1)));
        first.allocs().forEach(alloc -> report(alloc, "complete"));
        RunningJob second = await(feed.place(job("a", "printf", 1)));
        Map<String, Long> before = snapshot().assigned();
        assertThat(before).containsOnlyKeys(ids(first, second));
        Stream.concat(first.allocs().stream(), second.allocs().stream()).forEach(this::runnersKeep);
        feed = reopened();
        assertThat(snapshot().assigned()).as("after a restart").isEqualTo(before);
        assertThat(snapshot().pulled())
                .filteredOn(alloc -> "run".equals(alloc.desiredStatus()))
                .as("what may run, should the runners have lost it")
                .extracting(Alloc::id)
                .containsExactlyInAnyOrder(ids(second));
        assertThat(feed.allocs(first.key())).containsExactlyInAnyOrder(ids(first, second));
        StepVerifier.create(feed.forget(first.key())).expectComplete().verify(SOON);
        assertThat(snapshot().assigned()).isEmpty();
    }

    private void runnersKeep(Alloc alloc) {
        await(store.commit(new Commit(
                List.of(new Commit.Change.Put(StateKey.alloc(StateKey.Table.ALLOC, alloc.id()), alloc)), List.of())));
    }

    private static String[] ids(RunningJob... jobs) {
        return Stream.of(jobs)
                .flatMap(job -> job.allocs().stream())
                .map(Alloc::id)
                .toArray(String[]::new);
    }

    @Test
    void placementThatCouldNotBeStoredIsForgotten() {
        StateStoreException full = new StateStoreException(StateStoreException.Kind.FULL, "disk is full", null);
        store.refusal = full;
        StepVerifier.create(feed.place(job("a", "echo", 1)))
                .expectErrorMatches(full::equals)
                .verify(SOON);
        assertThat(feed.all()).isEmpty();
        store.refusal = null;
        RunningJob running = await(feed.place(job("a", "printf", 1)));
        assertThat(running.resumed()).isFalse();
        assertThat(snapshot().assigned()).hasSize(3);
    }

    @Test
    void endedJobStaysWhenItsNextPlacementCouldNotBeStored() {
        RunningJob first = await(feed.place(job("a", "echo", 1)));
        first.allocs().forEach(alloc -> report(alloc, "complete"));
        store.refusal = new StateStoreException(StateStoreException.Kind.FULL, "disk is full", null);
        StepVerifier.create(feed.place(job("a", "printf", 1))).expectError().verify(SOON);
        assertThat(feed.statusNow(first.key()).allocs())
                .extracting(Alloc::id)
                .isEqualTo(first.allocs().stream().map(Alloc::id).toList());
        assertThat(feed.statusNow(first.key()).ended()).isTrue();
    }

    @Test
    void statusFollowsReportsUntilTheLastAllocHasEnded() {
        RunningJob running = await(feed.place(job("a", "echo", 1)));
        StepVerifier.create(feed.status(running.key()).filter(JobStatus::ended).next())
                .expectSubscription()
                .then(() -> report(running.allocs().get(0), "failed"))
                .then(() -> report(running.allocs().get(1), "running"))
                .then(() -> report(running.allocs().get(2), "complete"))
                .expectNoEvent(Duration.ofMillis(20))
                .then(() -> report(running.allocs().get(1), "complete"))
                .assertNext(status -> assertThat(status.allocs())
                        .extracting(Alloc::clientStatus)
                        .containsExactly("failed", "complete", "complete"))
                .expectComplete()
                .verify(SOON);
    }

    @Test
    void jobsPlacedAtTheSameTimeAreAllShown() {
        for (int round = 0; round < ROUNDS; round++) {
            IndexGate<String, Alloc> gate = new IndexGate<>();
            Mono<Set<String>> shown = gate.decisions(feed.snapshots().map(LocalFeedTest::snapshot))
                    .map(batch -> gate.held().keySet())
                    .filter(ids -> ids.size() == 3 * TOGETHER)
                    .next();
            Mono<List<RunningJob>> placed = Flux.range(0, TOGETHER)
                    .flatMap(n -> feed.place(job("job" + n, "echo", 1)).subscribeOn(Schedulers.parallel()), TOGETHER)
                    .collectList();
            StepVerifier.create(Mono.zip(shown, placed))
                    .expectNextCount(1)
                    .expectComplete()
                    .verify(SOON);
            store.kept = new MemoryStore(JournalLimits.DEFAULT);
            feed = reopened();
        }
    }

    @Test
    void placementGoesOnWhenItsSubscriberCancels() {
        Scope scope = new Scope("test", (work, error) -> {});
        for (int round = 0; round < ROUNDS; round++) {
            scope.add("place", feed.place(job("cancelled" + round, "echo", 1))).dispose();
        }
        StepVerifier.create(feed.snapshots()
                        .filter(snapshot -> snapshot.assigned().size() == 3 * ROUNDS)
                        .next())
                .expectNextCount(1)
                .expectComplete()
                .verify(SOON);
    }

    @Test
    void jobStoppedWhileItIsPlacedStaysStopped() {
        for (int round = 0; round < ROUNDS; round++) {
            JobKey key = new JobKey("default", "race" + round);
            Mono<RunningJob> placing = feed.place(job(key.id(), "echo", 1)).subscribeOn(Schedulers.parallel());
            Mono<Void> stopping = Mono.defer(() -> feed.stop(key))
                    .retryWhen(Retry.indefinitely().filter(JobException.class::isInstance))
                    .subscribeOn(Schedulers.parallel());
            StepVerifier.create(Mono.when(placing, stopping)).expectComplete().verify(SOON);
            assertThat(snapshot().pulled())
                    .filteredOn(alloc -> key.id().equals(alloc.jobId()))
                    .hasSize(3)
                    .extracting(Alloc::desiredStatus)
                    .containsOnly("stop");
        }
        feed = reopened();
        assertThat(snapshot().pulled())
                .as("after a restart")
                .extracting(Alloc::desiredStatus)
                .containsOnly("stop");
    }

    @Test
    void everyStopSaysWhetherTheWishIsDurable() {
        RunningJob running = await(feed.place(job("a", "echo", 1)));
        store.refusal = new StateStoreException(StateStoreException.Kind.FULL, "disk is full", null);
        for (int round = 0; round < 3; round++) {
            StepVerifier.create(feed.stop(running.key()))
                    .expectErrorMessage("disk is full")
                    .verify(SOON);
        }
        assertThat(snapshot().pulled()).extracting(Alloc::desiredStatus).containsOnly("stop");
        store.refusal = null;
        StepVerifier.create(feed.stop(running.key())).expectComplete().verify(SOON);
        feed = reopened();
        assertThat(snapshot().pulled()).extracting(Alloc::desiredStatus).containsOnly("stop");
        StepVerifier.create(feed.stop(running.key())).expectComplete().verify(SOON);
    }

    @Test
    void stopThatIsAskedForMeanwhileHasTheSameEnd() {
        RunningJob running = await(feed.place(job("a", "echo", 1)));
        Once<Void> disk = new Once<>();
        store.disk = disk.value();
        StepVerifier.create(Flux.mergeDelayError(2, feed.stop(running.key()), feed.stop(running.key()))
                        .materialize())
                .expectSubscription()
                .expectNoEvent(Duration.ofMillis(50))
                .then(() -> disk.fail(new IllegalStateException("disk is gone")))
                .assertNext(end -> assertThat(end.getThrowable())
                        .satisfies(error -> assertThat(Exceptions.unwrapMultiple(error))
                                .extracting(Throwable::getMessage)
                                .containsExactly("disk is gone", "disk is gone")))
                .expectComplete()
                .verify(SOON);
    }

    @Test
    void systemJobsRunOncePerGroup() {
        Job system = Json.read("""
                {"ID":"s","Type":"system","TaskGroups":[{"Name":"g","Count":3,
                  "Tasks":[{"Name":"t","Driver":"raw_exec"}]}]}""", Job.class);
        assertThat(await(feed.place(system)).allocs()).hasSize(1);
    }

    private void report(Alloc alloc, String status) {
        ClientPart part = new ClientPart(status, "", Map.of(), null, null);
        StepVerifier.create(feed.report(List.of(new AllocUpdate(alloc.id(), null, part))))
                .expectComplete()
                .verify(SOON);
    }

    private Snapshot snapshot() {
        return await(feed.snapshots().next());
    }

    private static IndexGate.Snapshot<String, Alloc> snapshot(Snapshot snapshot) {
        Map<String, IndexGate.Pulled<Alloc>> pulled = new HashMap<>();
        snapshot.pulled()
                .forEach(alloc -> pulled.put(
                        alloc.id(),
                        new IndexGate.Pulled<>(
                                Objects.requireNonNull(snapshot.assigned().get(alloc.id())), alloc)));
        return new IndexGate.Snapshot<>(snapshot.index(), snapshot.assigned(), pulled);
    }

    private LocalFeed open() {
        Ports ports = new Ports("127.0.0.1", () -> 20_000 + ids.incrementAndGet());
        Placement placement =
                new Placement(new Placement.Target("node", "host"), () -> "id-" + ids.incrementAndGet(), ports);
        return new LocalFeed(store, placement, CLOCK);
    }

    private LocalFeed reopened() {
        LocalFeed next = open();
        next.restore(await(store.open()));
        return next;
    }

    private static <T> T await(Mono<T> mono) {
        return mono.blockOptional(SOON).orElseThrow();
    }

    private static Job job(String id, String command, int priority) {
        return Json.read("""
                {"ID":"%s","Namespace":"default","Type":"batch","Priority":%d,"TaskGroups":[
                  {"Name":"g","Count":2,"Tasks":[{"Name":"t","Driver":"raw_exec","Config":{"command":"%s"}}]},
                  {"Name":"h","Tasks":[{"Name":"t","Driver":"raw_exec","Config":{"command":"%s"}}]}]}
                """.formatted(id, priority, command, command), Job.class);
    }

    /** Keeps in memory, or refuses while it was told to; answers on threads of its own as real stores do. */
    private static final class RefusingStore implements StateStore {
        private MemoryStore kept = new MemoryStore(JournalLimits.DEFAULT);
        private @Nullable StateStoreException refusal;
        private Mono<Void> disk = Mono.empty();

        @Override
        public Mono<Recovered> open() {
            return kept.open();
        }

        @Override
        public Mono<Cursor> commit(Commit commit) {
            return disk.then(refusal == null ? kept.commit(commit) : Mono.<Cursor>error(refusal))
                    .hide() // or it would be done on the other thread, in any order
                    .publishOn(Schedulers.parallel());
        }

        @Override
        public Journal<Event> journal() {
            return kept.journal();
        }

        @Override
        public Mono<Void> backup(Path target) {
            return kept.backup(target);
        }

        @Override
        public Mono<Void> close() {
            return kept.close();
        }
    }
}
