package io.outrider.agent.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.AllocatedPortMapping;
import io.outrider.state.model.job.Job;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** Dynamic ports, on a machine that has four. */
final class PortsTest extends OnAFeed {

    private CountDownLatch asked = new CountDownLatch(1);
    private CountDownLatch answer = new CountDownLatch(0);

    @Override
    int port(Set<Integer> taken) {
        asked.countDown();
        try {
            answer.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return IntStream.rangeClosed(1, 4)
                .filter(port -> !taken.contains(port))
                .findFirst()
                .orElseThrow(() -> new JobException(JobException.Kind.NO_ROOM, "no port is free"));
    }

    @Test
    void portsOfEndedJobsAreGivenAgainAndThoseOfOthersAreNot() {
        List<Long> web = ports(await(feed().place(job("web"))));
        for (int round = 0; round < 10; round++) {
            RunningJob batch = await(feed().place(job("batch")));
            assertThat(ports(batch)).hasSize(2).doesNotContainAnyElementsOf(web);
            batch.allocs().forEach(alloc -> report(alloc, "complete"));
        }
        RunningJob last = await(feed().place(job("batch")));
        assertNoRoom();
        reopen();
        assertNoRoom();
        last.allocs().forEach(alloc -> report(alloc, "failed"));
        assertThat(ports(await(feed().place(job("more")))))
                .as("after a restart")
                .hasSize(2)
                .doesNotContainAnyElementsOf(web);
    }

    private void assertNoRoom() {
        assertThatThrownBy(() -> await(feed().place(job("more"))))
                .isInstanceOfSatisfying(
                        JobException.class, error -> assertThat(error.kind()).isEqualTo(JobException.Kind.NO_ROOM));
    }

    @Test
    void nobodyWaitsForTheSearchOfPorts() throws InterruptedException {
        JobKey key = await(feed().place(job("web"))).key();
        asked = new CountDownLatch(1);
        answer = new CountDownLatch(1);
        CompletableFuture<RunningJob> placing = feed().place(job("batch"))
                .subscribeOn(Schedulers.boundedElastic())
                .toFuture();
        asked.await();
        assertThat(CompletableFuture.supplyAsync(() -> feed().statusNow(key))).succeedsWithin(SOON);
        assertThat(feed().stop(key).toFuture()).succeedsWithin(SOON);
        assertThat(placing).isNotDone();
        answer.countDown();
        assertThat(placing).succeedsWithin(SOON);
    }

    @Test
    void machineGivesItsLastPortButNoneThatIsListenedOn() throws IOException {
        FreePorts free = new FreePorts(new Random(1));
        Set<Integer> taken = IntStream.range(20_000, 32_000).boxed().collect(Collectors.toCollection(HashSet::new));
        int port = free.free(Set.of());
        taken.remove(port);
        assertThat(free.free(taken)).isEqualTo(port);
        try (ServerSocket held = new ServerSocket(port)) {
            assertThat(held.isBound()).isTrue();
            assertThatThrownBy(() -> free.free(taken)).hasMessageContaining("no port from 20000 to 31999 is free");
        }
    }

    private static List<Long> ports(RunningJob job) {
        return job.allocs().stream()
                .map(alloc -> Objects.requireNonNull(alloc.allocatedResources()))
                .map(given -> Objects.requireNonNull(given.shared()))
                .flatMap(shared -> Objects.requireNonNull(shared.ports()).stream())
                .map(AllocatedPortMapping::value)
                .toList();
    }

    private static Job job(String id) {
        return Json.read("""
                {"ID":"%s","Namespace":"default","Type":"batch","TaskGroups":[{"Name":"g",
                  "Networks":[{"DynamicPorts":[{"Label":"a"},{"Label":"b"}]}],
                  "Tasks":[{"Name":"t","Driver":"raw_exec"}]}]}
                """.formatted(id), Job.class);
    }
}
