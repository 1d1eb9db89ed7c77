package io.outrider.agent.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.runners.alloc.AllocFeed.Snapshot;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.IndexGate;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.util.retry.Retry;

final class LocalFeedTest extends OnAFeed {

    private static final int ROUNDS = 200;
    private static final int TOGETHER = 8;

    @Test
    void everyGroupIsPlacedAsOftenAsItSays() {
        RunningJob running = await(feed().place(job("a", "echo", 1)));
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
        RunningJob running = await(feed().place(job("a", "echo", 1)));
        long before = snapshot().index();
        StepVerifier.create(feed().stop(running.key()).then(feed().stop(running.key())))
                .expectComplete()
                .verify(SOON);
        Snapshot after = snapshot();
        assertThat(after.index()).isEqualTo(before + 1);
        assertThat(after.assigned().values()).containsOnly(before + 1);
        assertThat(after.pulled()).extracting(Alloc::desiredStatus).containsOnly("stop");
    }

    @Test
    void aPlacementIsOneCommitWithWhatTheRunnersKeepOfItsAllocs() {
        RunningJob running = await(feed().place(job("a", "echo", 1)));
        assertThat(snapshot().kept()).containsExactlyInAnyOrder(ids(running));
        assertThat(await(store().open()).rows())
                .filteredOn(row -> row.key().table() == StateKey.Table.ALLOC)
                .extracting(row -> Json.read(row.json(), Alloc.class))
                .containsExactlyInAnyOrderElementsOf(snapshot().pulled());
    }

    @Test
    void runnersWriteThemselvesWhatHasChangedSinceThePlacementOrWasPlacedByAnotherAgent() {
        RunningJob running = await(feed().place(job("a", "echo", 1)));
        StepVerifier.create(feed().stop(running.key())).expectComplete().verify(SOON);
        assertThat(snapshot().kept()).isEmpty();
        await(feed().place(job("b", "echo", 1)));
        reopen();
        assertThat(snapshot().assigned()).hasSize(6);
        assertThat(snapshot().kept()).isEmpty();
    }

    @Test
    void restartedFeedGoesOnWithTheSameAllocsAndHigherIndexes() {
        RunningJob first = await(feed().place(job("a", "echo", 1)));
        long index = snapshot().index();
        reopen();
        assertThat(snapshot().assigned())
                .isEqualTo(Map.of(
                        first.allocs().get(0).id(), index,
                        first.allocs().get(1).id(), index,
                        first.allocs().get(2).id(), index));
        RunningJob again = await(feed().place(job("a", "echo", 1)));
        assertThat(again.resumed()).isTrue();
        assertThat(again.allocs())
                .extracting(Alloc::id)
                .isEqualTo(first.allocs().stream().map(Alloc::id).toList());
        await(feed().place(job("b", "echo", 1)));
        assertThat(snapshot().index()).isGreaterThan(index);
    }

    @Test
    void anotherVersionOfAJobThatRunsIsRefused() {
        await(feed().place(job("a", "echo", 1)));
        StepVerifier.create(feed().place(job("a", "printf", 1)))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(JobException.class, refused -> assertThat(refused.kind())
                                .isEqualTo(JobException.Kind.CONFLICT))
                        .hasMessageContaining("job a runs in this data directory already"))
                .verify(SOON);
    }

    @Test
    void jobThatHasEndedIsPlacedAnewAlsoAfterARestart() {
        RunningJob first = await(feed().place(job("a", "echo", 1)));
        first.allocs().forEach(alloc -> report(alloc, "complete"));
        assertThat(feed().statusNow(first.key()).ended()).isTrue();
        reopen();
        assertThat(feed().statusNow(first.key()).ended())
                .as("ends are remembered")
                .isTrue();
        RunningJob second = await(feed().place(job("a", "printf", 1)));
        assertThat(second.resumed()).isFalse();
        assertThat(snapshot().assigned()).containsOnlyKeys(ids(first, second));
        assertThat(feed().statusNow(second.key()).ended()).isFalse();
    }

    @Test
    void jobLeftUnfinishedIsGivenOnceThoughItHasEndedSinceTheRestart() {
        RunningJob first = await(feed().place(job("a", "echo", 1)));
        reopen();
        first.allocs().forEach(alloc -> report(alloc, "complete"));
        RunningJob again = await(feed().place(job("a", "echo", 1)));
        assertThat(again.resumed()).isTrue();
        assertThat(again.allocs())
                .extracting(Alloc::id)
                .isEqualTo(first.allocs().stream().map(Alloc::id).toList());
        RunningJob anew = await(feed().place(job("a", "echo", 1)));
        assertThat(anew.resumed()).isFalse();
        assertThat(anew.allocs())
                .extracting(Alloc::id)
                .doesNotContainAnyElementsOf(
                        first.allocs().stream().map(Alloc::id).toList());
    }

    @Test
    void placementThatCouldNotBeStoredIsForgotten() {
        StateStoreException full = new StateStoreException(StateStoreException.Kind.FULL, "disk is full", null);
        store().refuse(full);
        StepVerifier.create(feed().place(job("a", "echo", 1)))
                .expectErrorMatches(full::equals)
                .verify(SOON);
        assertThat(feed().all()).isEmpty();
        store().allow();
        RunningJob running = await(feed().place(job("a", "printf", 1)));
        assertThat(running.resumed()).isFalse();
        assertThat(snapshot().assigned()).hasSize(3);
    }

    @Test
    void endedJobStaysWhenItsNextPlacementCouldNotBeStored() {
        RunningJob first = await(feed().place(job("a", "echo", 1)));
        first.allocs().forEach(alloc -> report(alloc, "complete"));
        store().refuse(new StateStoreException(StateStoreException.Kind.FULL, "disk is full", null));
        StepVerifier.create(feed().place(job("a", "printf", 1))).expectError().verify(SOON);
        assertThat(feed().statusNow(first.key()).allocs())
                .extracting(Alloc::id)
                .isEqualTo(first.allocs().stream().map(Alloc::id).toList());
        assertThat(feed().statusNow(first.key()).ended()).isTrue();
    }

    @Test
    void statusFollowsReportsUntilTheLastAllocHasEnded() {
        RunningJob running = await(feed().place(job("a", "echo", 1)));
        StepVerifier.create(
                        feed().status(running.key()).filter(JobStatus::ended).next())
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
            Mono<Set<String>> shown = gate.decisions(feed().snapshots().map(LocalFeedTest::snapshot))
                    .map(batch -> gate.held().keySet())
                    .filter(ids -> ids.size() == 3 * TOGETHER)
                    .next();
            Mono<List<RunningJob>> placed = Flux.range(0, TOGETHER)
                    .flatMap(n -> feed().place(job("job" + n, "echo", 1)).subscribeOn(Schedulers.parallel()), TOGETHER)
                    .collectList();
            StepVerifier.create(Mono.zip(shown, placed))
                    .expectNextCount(1)
                    .expectComplete()
                    .verify(SOON);
            store().lose();
            reopen();
        }
    }

    @Test
    void placementGoesOnWhenItsSubscriberCancels() {
        Scope scope = new Scope("test", (work, error) -> {});
        for (int round = 0; round < ROUNDS; round++) {
            scope.add("place", feed().place(job("cancelled" + round, "echo", 1)))
                    .dispose();
        }
        StepVerifier.create(feed().snapshots()
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
            Mono<RunningJob> placing = feed().place(job(key.id(), "echo", 1)).subscribeOn(Schedulers.parallel());
            Mono<Void> stopping = Mono.defer(() -> feed().stop(key))
                    .retryWhen(Retry.indefinitely().filter(JobException.class::isInstance))
                    .subscribeOn(Schedulers.parallel());
            StepVerifier.create(Mono.when(placing, stopping)).expectComplete().verify(SOON);
            assertThat(snapshot().pulled())
                    .filteredOn(alloc -> key.id().equals(alloc.jobId()))
                    .hasSize(3)
                    .extracting(Alloc::desiredStatus)
                    .containsOnly("stop");
        }
        reopen();
        assertThat(snapshot().pulled())
                .as("after a restart")
                .extracting(Alloc::desiredStatus)
                .containsOnly("stop");
    }

    @Test
    void everyStopSaysWhetherTheWishIsDurable() {
        RunningJob running = await(feed().place(job("a", "echo", 1)));
        store().refuse(new StateStoreException(StateStoreException.Kind.FULL, "disk is full", null));
        for (int round = 0; round < 3; round++) {
            StepVerifier.create(feed().stop(running.key()))
                    .expectErrorMessage("disk is full")
                    .verify(SOON);
        }
        assertThat(snapshot().pulled()).extracting(Alloc::desiredStatus).containsOnly("stop");
        store().allow();
        StepVerifier.create(feed().stop(running.key())).expectComplete().verify(SOON);
        reopen();
        assertThat(snapshot().pulled()).extracting(Alloc::desiredStatus).containsOnly("stop");
        StepVerifier.create(feed().stop(running.key())).expectComplete().verify(SOON);
    }

    @Test
    void stopThatIsAskedForMeanwhileHasTheSameEnd() {
        RunningJob running = await(feed().place(job("a", "echo", 1)));
        Once<Void> disk = new Once<>();
        store().waitFor(disk.value());
        StepVerifier.create(Flux.mergeDelayError(2, feed().stop(running.key()), feed().stop(running.key()))
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
        assertThat(await(feed().place(system)).allocs()).hasSize(1);
    }
}
