package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.agent.job.JobException;
import io.outrider.agent.job.JobStatus;
import io.outrider.agent.job.RunningJob;
import io.outrider.drivers.logs.LogStore;
import io.outrider.state.model.Json;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.job.Job;
import io.outrider.streams.Delivery;
import io.outrider.streams.Once;
import io.outrider.streams.Position;
import io.outrider.streams.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import reactor.core.scheduler.Scheduler;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/** An agent in this JVM. */
@Execution(ExecutionMode.CONCURRENT)
final class NodeAgentTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path temp;

    NodeAgentTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void closeDuringStartLeavesNoAgentBehind() throws IOException {
        for (int i = 0; i < 10; i++) {
            Path data = temp.resolve("d" + i);
            NodeAgent agent = NodeAgent.create(NodeAgentConfig.builder(data).build());

            CompletableFuture<?> start = CompletableFuture.runAsync(
                    () -> agent.start().onErrorComplete().block(PATIENCE));
            spin(i * 300_000L);
            agent.close().block(PATIENCE);
            start.join();
            assertThatThrownBy(agent::jobs).isInstanceOf(AgentException.class);
            DataDirLock.take(data, 1).close();

            NodeAgent next = NodeAgent.create(NodeAgentConfig.builder(data).build());
            next.start().block(PATIENCE);
            assertThat(next.jobs()).as("of an agent that found everything free").isEmpty();
            next.close().block(PATIENCE);
        }
    }

    @Test
    void jobThatRunsIsNotRemovedAndTheErrorIsOfTheJob() {
        NodeAgent agent =
                NodeAgent.create(NodeAgentConfig.builder(temp.resolve("data")).build());
        Job job = Json.read("""
                {"ID": "long", "TaskGroups": [{"Name": "g", "Tasks": [
                  {"Name": "t", "Driver": "mock_driver", "Config": {"run_for": "1h"}}]}]}""", Job.class);
        RunningJob running =
                agent.start().then(agent.run(job)).blockOptional(PATIENCE).orElseThrow();
        assertThatThrownBy(() -> agent.remove(running.key()).block(PATIENCE))
                .isInstanceOfSatisfying(
                        JobException.class, error -> assertThat(error.kind()).isEqualTo(JobException.Kind.RUNNING))
                .hasMessage("job long has not ended: stop it, and remove it when it has");
        agent.stopJobs().then(agent.remove(running.key())).block(PATIENCE);
        assertThat(agent.jobs()).isEmpty();
        agent.close().block(PATIENCE);
    }

    @Test
    void jobWhoseFilesCannotBeRemovedIsStillThereToBeRemovedAgain() {
        NodeAgent agent =
                NodeAgent.create(NodeAgentConfig.builder(temp.resolve("data")).build());
        Job job = Json.read("""
                {"ID": "short", "Type": "batch", "TaskGroups": [{"Name": "g", "Tasks": [
                  {"Name": "t", "Driver": "raw_exec",
                   "Config": {"command": "touch", "args": ["local/held"]}}]}]}""", Job.class);
        RunningJob running =
                agent.start().then(agent.run(job)).blockOptional(PATIENCE).orElseThrow();
        agent.ended(running.key()).block(PATIENCE);
        String alloc = running.allocs().get(0).id();
        Path held = temp.resolve("data/alloc").resolve(alloc).resolve("t/local/held");
        try {
            assumeThat(command("chattr", "+i", held.toString()))
                    .as("exit code of chattr: a file that nobody can remove")
                    .isZero();
            assertThatThrownBy(() -> agent.remove(running.key()).block(PATIENCE))
                    .isInstanceOfSatisfying(AgentException.class, error -> assertThat(error.kind())
                            .isEqualTo(AgentException.Kind.DATA_DIR_UNUSABLE))
                    .hasMessageContaining("alloc " + alloc + " is not removed")
                    .hasMessageContaining(held.toString())
                    .hasMessageEndingWith("remove job short again");
            assertThat(held).exists();
            assertThat(agent.jobs()).hasSize(1);
            assertThat(agent.events(new Position.Oldest(), EventFilter.all())
                            .ofType(Delivery.Item.class)
                            .map(item -> (Event) item.entry().value())
                            .filter(event -> event.type().equals("Alloc Hook Failed"))
                            .blockFirst(PATIENCE))
                    .satisfies(event -> assertThat(event.subject().alloc()).isEqualTo(alloc))
                    .satisfies(event -> assertThat(event.payload().toString())
                            .contains("destroy hook \"alloc_dir\"", held.toString()));
        } finally {
            command("chattr", "-i", held.toString());
        }
        agent.remove(running.key()).block(PATIENCE);
        assertThat(temp.resolve("data/alloc")).isEmptyDirectory();
        assertThat(agent.jobs()).isEmpty();
        agent.close().block(PATIENCE);
    }

    @Test
    void closeEndsEveryStreamAndFreesItsFiles() throws IOException {
        NodeAgentConfig config = NodeAgentConfig.builder(temp.resolve("data")).build();
        NodeAgent agent = NodeAgent.create(config);
        RunningJob running =
                agent.start().then(agent.run(talker())).blockOptional(PATIENCE).orElseThrow();
        String alloc = running.allocs().get(0).id();
        runs(agent, running);
        LogQuery query = new LogQuery(alloc, "t", LogStore.Fd.STDOUT, 0, true);
        Once<Void> heard = new Once<>();
        CompletableFuture<Void> lines =
                agent.logs(query).doOnNext(item -> heard.complete()).then().toFuture();
        heard.value().block(PATIENCE);
        Once<Void> measured = new Once<>();
        CompletableFuture<Void> samples = agent.usage(alloc, "t", Duration.ofMillis(10))
                .doOnNext(sample -> measured.complete())
                .then()
                .toFuture();
        measured.value().block(PATIENCE);
        CompletableFuture<Long> events =
                agent.events(new Position.Oldest(), EventFilter.all()).count().toFuture();

        StepVerifier.create(agent.events(new Position.Oldest(), EventFilter.all()), 1)
                .expectNextCount(1)
                .then(() -> agent.close().block(PATIENCE))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(AgentException.class, closed -> assertThat(closed.kind())
                                .isEqualTo(AgentException.Kind.NOT_RUNNING)))
                .verify(PATIENCE);

        assertThat(lines).succeedsWithin(PATIENCE);
        assertThat(samples).succeedsWithin(PATIENCE);
        assertThat(events)
                .succeedsWithin(PATIENCE)
                .asInstanceOf(InstanceOfAssertFactories.LONG)
                .isPositive();
        assertThat(openFiles()).noneMatch(file -> file.startsWith(temp.toString()));
        NodeAgent next = NodeAgent.create(config);
        next.start().then(next.stopJobs()).then(next.close()).block(PATIENCE);
    }

    private static Job talker() {
        return Json.read("""
                {"ID": "talker", "TaskGroups": [{"Name": "g", "Tasks": [{"Name": "t", "Driver": "raw_exec",
                  "Config": {"command": "/bin/sh", "args": ["-c", "echo hello; exec tail -f"]}}]}]}""", Job.class);
    }

    private static List<String> openFiles() throws IOException {
        List<String> targets = new ArrayList<>();
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            open.forEach(fd -> {
                try {
                    targets.add(Files.readSymbolicLink(fd).toString());
                } catch (IOException e) {
                    // Closed meanwhile: of the listing itself, or of another test.
                    return;
                }
            });
        }
        return targets;
    }

    private static int command(String... command) {
        try {
            return new ProcessBuilder(command).start().waitFor();
        } catch (IOException missing) {
            return -1;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nextAgentKnowsTheStatusOfWhatHasRunOn() {
        NodeAgentConfig config = NodeAgentConfig.builder(temp.resolve("data")).build();
        Job job = Json.read("""
                {"ID": "long", "TaskGroups": [{"Name": "g", "Tasks": [
                  {"Name": "t", "Driver": "raw_exec", "Config": {"command": "tail", "args": ["-f"]}}]}]}""", Job.class);
        NodeAgent first = NodeAgent.create(config);
        RunningJob running =
                first.start().then(first.run(job)).blockOptional(PATIENCE).orElseThrow();
        JobStatus before = runs(first, running);
        first.close().block(PATIENCE);

        NodeAgent second = NodeAgent.create(config);
        second.start().block(PATIENCE);
        JobStatus after = runs(second, running);
        assertThat(after.allocs().get(0).taskStates())
                .isEqualTo(before.allocs().get(0).taskStates());
        second.stopJobs().then(second.close()).block(PATIENCE);
    }

    @RepeatedTest(10)
    void agentThatIsClosedWhenAJobHasEndedLeavesNothingMounted() throws IOException {
        assumeThat(System.getProperty("user.name"))
                .as("only root's agents mount anything")
                .isEqualTo("root");
        Job job = Json.read("""
                {"ID": "long", "TaskGroups": [{"Name": "g", "Tasks": [
                  {"Name": "t", "Driver": "raw_exec", "Config": {"command": "tail", "args": ["-f"]}}]}]}""", Job.class);
        NodeAgent agent =
                NodeAgent.create(NodeAgentConfig.builder(temp.resolve("data")).build());
        RunningJob running =
                agent.start().then(agent.run(job)).blockOptional(PATIENCE).orElseThrow();
        runs(agent, running);
        agent.kill(running.key()).block(PATIENCE);
        agent.ended(running.key()).then(agent.close()).block(PATIENCE);
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(temp.toString());
    }

    private static JobStatus runs(NodeAgent agent, RunningJob job) {
        return agent.status(job.key())
                .filter(status -> status.allocs().stream().allMatch(alloc -> "running".equals(alloc.clientStatus())))
                .next()
                .blockOptional(PATIENCE)
                .orElseThrow();
    }

    @Test
    void jobThatAsksForWhatIsNotThereIsRefusedAsAWhole() {
        NodeAgent agent =
                NodeAgent.create(NodeAgentConfig.builder(temp.resolve("data")).build());
        Job job = Json.read("""
                {"ID": "much", "TaskGroups": [{"Name": "g", "Tasks": [
                  {"Name": "t", "Driver": "mock_driver", "Artifacts": [{"GetterSource": "x"}]},
                  {"Name": "u", "Driver": "docker"}]}]}""", Job.class);
        agent.start().block(PATIENCE);
        assertThatThrownBy(() -> agent.run(job).block(PATIENCE))
                .isInstanceOfSatisfying(
                        JobException.class, error -> assertThat(error.kind()).isEqualTo(JobException.Kind.INVALID))
                .hasMessageContaining("task \"t\" needs artifact blocks")
                .hasMessageContaining("task \"u\" wants the driver \"docker\"");
        assertThat(agent.jobs()).isEmpty();
        agent.close().block(PATIENCE);
    }

    @Test
    void countThatNoMachineCanHoldIsRefused() {
        NodeAgent agent =
                NodeAgent.create(NodeAgentConfig.builder(temp.resolve("data")).build());
        Job job = Json.read("""
                {"ID": "much", "TaskGroups": [
                  {"Name": "g", "Count": 1000, "Tasks": [{"Name": "t", "Driver": "mock_driver"}]},
                  {"Name": "h", "Count": 9223372036854775807,
                    "Tasks": [{"Name": "t", "Driver": "mock_driver"}]}]}""", Job.class);
        agent.start().block(PATIENCE);
        assertThatThrownBy(() -> agent.run(job).block(PATIENCE))
                .isInstanceOfSatisfying(
                        JobException.class, error -> assertThat(error.kind()).isEqualTo(JobException.Kind.INVALID))
                .hasMessage("the job cannot be run: group \"h\" has a count of 9223372036854775807, but a job has at"
                        + " most 1000 allocs on one machine, those of all its groups together");
        assertThat(agent.jobs()).isEmpty();
        agent.close().block(PATIENCE);
    }

    @Test
    void driverThatSaysNothingIsNamed() {
        Workers workers = new Workers();
        Scheduler hung = workers.blockingFailWhenFull("hung", 1, 10);
        CountDownLatch end = new CountDownLatch(1);
        hung.schedule(() -> awaitUninterruptibly(end));
        VirtualTimeScheduler time = VirtualTimeScheduler.create();
        Supervision made =
                Supervision.start(NodeAgentConfig.builder(temp.resolve("data")).build(), time, hung);
        StepVerifier.create(AgentNode.driverAttributes(made.drivers().values(), Duration.ofSeconds(5), time))
                .then(() -> time.advanceTimeBy(Duration.ofSeconds(5)))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(AgentException.class, silent -> assertThat(silent.kind())
                                .isEqualTo(AgentException.Kind.DRIVER_SILENT))
                        .hasMessageContaining("driver \"raw_exec\" did not say within 5000 ms"))
                .verify(PATIENCE);
        end.countDown();
        made.close().then(workers.close(PATIENCE)).block(PATIENCE);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Not a wait for anything: it lets the close fall into another moment of the start each time. */
    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
