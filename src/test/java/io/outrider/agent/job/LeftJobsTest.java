package io.outrider.agent.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.store.Commit;
import io.outrider.state.store.StateKey;
import io.outrider.streams.IndexGate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** What a feed makes of what earlier agents have left. */
final class LeftJobsTest extends OnAFeed {

    @Test
    void formerRunsStayOnTheNodeUntilTheJobIsForgotten() {
        RunningJob first = await(feed().place(job("a", "echo", 1)));
        first.allocs().forEach(alloc -> report(alloc, "complete"));
        RunningJob second = await(feed().place(job("a", "printf", 1)));
        Map<String, Long> before = snapshot().assigned();
        assertThat(before).containsOnlyKeys(ids(first, second));
        Stream.concat(first.allocs().stream(), second.allocs().stream()).forEach(this::runnersKeep);
        reopen();
        assertThat(snapshot().assigned()).as("after a restart").isEqualTo(before);
        assertThat(snapshot().pulled())
                .filteredOn(alloc -> "run".equals(alloc.desiredStatus()))
                .as("what may run, should the runners have lost it")
                .extracting(Alloc::id)
                .containsExactlyInAnyOrder(ids(second));
        assertThat(feed().allocs(first.key())).containsExactlyInAnyOrder(ids(first, second));
        StepVerifier.create(feed().forget(first.key())).expectComplete().verify(SOON);
        assertThat(snapshot().assigned()).isEmpty();
    }

    @Test
    void jobWhoseRowIsGoneIsPutTogetherFromItsAllocs() {
        RunningJob first = await(feed().place(job("a", "echo", 1)));
        first.allocs().forEach(alloc -> report(alloc, "complete"));
        RunningJob second = await(feed().place(job("a", "printf", 1)));
        Stream.concat(first.allocs().stream(), second.allocs().stream()).forEach(this::runnersKeep);
        long before = snapshot().index();
        await(store().commit(
                        new Commit(List.of(new Commit.Change.Delete(PlacedJob.stateKey(second.key()))), List.of())));
        reopen();
        assertGoesOn(first, second, before);
    }

    @Test
    void jobWhoseRowCannotBeReadIsPutTogetherFromItsAllocs() {
        RunningJob first = await(feed().place(job("a", "echo", 1)));
        first.allocs().forEach(alloc -> report(alloc, "complete"));
        RunningJob second = await(feed().place(job("a", "printf", 1)));
        Stream.concat(first.allocs().stream(), second.allocs().stream()).forEach(this::runnersKeep);
        long before = snapshot().index();
        await(store().commit(new Commit(
                List.of(
                        new Commit.Change.Put(PlacedJob.stateKey(second.key()), Map.of("Job", 5)),
                        new Commit.Change.Put(PlacedJob.stateKey(new JobKey("default", "x")), Map.of()),
                        new Commit.Change.Put(StateKey.alloc(StateKey.Table.ALLOC, "x"), List.of(1)),
                        new Commit.Change.Put(StateKey.alloc(StateKey.Table.ACKNOWLEDGED, "x"), List.of(1)),
                        new Commit.Change.Put(LeftRows.endKey("x"), List.of(1))),
                List.of())));
        reopen();
        assertGoesOn(first, second, before);
    }

    private void assertGoesOn(RunningJob first, RunningJob second, long before) {
        assertThat(feed().all()).extracting(JobStatus::key).containsExactly(second.key());
        assertThat(feed().statusNow(second.key()).allocs())
                .extracting(Alloc::id)
                .containsExactlyInAnyOrder(ids(second));
        assertThat(snapshot().index()).isGreaterThan(before);
        assertThat(snapshot().assigned()).containsOnlyKeys(ids(first, second));
        assertThat(await(feed().place(job("a", "printf", 1))).resumed()).isTrue();
        StepVerifier.create(feed().stop(second.key())).expectComplete().verify(SOON);
        reopen();
        assertThat(snapshot().pulled())
                .hasSize(6)
                .extracting(Alloc::desiredStatus)
                .containsOnly("stop");
    }

    @Test
    void firstSnapshotPassesTheGateWhateverIsLeft() {
        assertThat(new IndexGate<String, Alloc>().accept(snapshot(snapshot())).accepted())
                .as("of an empty store")
                .isTrue();
        Alloc held = await(feed().place(job("a", "echo", 1))).allocs().get(0);
        store().lose();
        await(store().open());
        runnersKeep(Allocs.withJob(held, null));
        reopen();
        long index = Objects.requireNonNull(held.allocModifyIndex());
        IndexGate<String, Alloc> gate = new IndexGate<>(Map.of(held.id(), index));
        assertThat(gate.accept(snapshot(snapshot())).decisions())
                .as("an alloc that nobody knows anything of")
                .containsExactly(new IndexGate.Removed<>(held.id(), index));
    }
}
