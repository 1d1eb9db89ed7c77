package io.outrider.runners.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskStatus;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.streams.Once;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.test.StepVerifier;

class TaskRestoreTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path dir;

    private TaskBench bench(String type, String task) {
        return new TaskBench(dir, type, task);
    }

    private static void agentLeaves(TaskBench bench, TaskRunner runner) {
        StepVerifier.create(runner.shutdown())
                .then(() -> bench.pass(SECOND))
                .expectComplete()
                .verify(SECOND);
    }

    @Test
    void runningTaskIsFoundAgain() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"8s\", \"exit_code\": 0"));
        agentLeaves(bench, bench.start());
        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Started");
        Instant started = Objects.requireNonNull(bench.state().startedAt());

        bench.start();
        bench.pass(Duration.ofSeconds(10));

        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Started", "Terminated");
        assertThat(bench.state().startedAt()).isEqualTo(started);
        assertThat(bench.state().finishedAt()).isEqualTo(started.plusSeconds(8));
    }

    @Test
    void taskThatEndedMeanwhileHasItsCodeAndTime() {
        TaskBench bench = bench(
                "batch",
                "{\"Name\": \"t\", \"Driver\": \"mock_driver\", \"RestartPolicy\": {\"Attempts\": 0}, "
                        + "\"Config\": {\"run_for\": \"2s\", \"exit_code\": 3}}");
        agentLeaves(bench, bench.start());
        Instant started = Objects.requireNonNull(bench.state().startedAt());
        bench.pass(Duration.ofMinutes(5));

        bench.start();
        bench.pass(SECOND);

        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Started", "Terminated", "Not Restarting");
        assertThat(bench.events().get(3).displayMessage()).isEqualTo("Exit Code: 3");
        assertThat(bench.state().finishedAt()).isEqualTo(started.plusSeconds(2));
    }

    @Test
    void agentThatLeavesInBackOffStartsTheTaskAtOnceWhenItReturns() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1s\", \"exit_code\": 1"));
        TaskRunner first = bench.start();
        bench.pass(Duration.ofMillis(1100));
        assertThat(bench.types()).endsWith("Terminated", "Restarting");
        agentLeaves(bench, first);

        bench.start();

        assertThat(bench.types()).endsWith("Restarting", "Started");
        assertThat(bench.state().restarts()).isEqualTo(1);
    }

    @Test
    void lostTaskWaitsForTheFeedThenStarts() {
        Once<Void> contact = new Once<>();
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1h\"")).contacted(contact.value());
        agentLeaves(bench, bench.start());
        bench.garbleHandle();

        bench.start();
        bench.pass(Duration.ofMinutes(1));
        assertThat(bench.types())
                .containsExactly("Received", "Task Setup", "Started", "Driver", "Failed Restoring Task");
        assertThat(bench.state().state()).isEqualTo(TaskState.PENDING);

        contact.complete();
        bench.pass(SECOND);
        assertThat(bench.types()).endsWith("Failed Restoring Task", "Started");
        assertThat(bench.state().restarts()).isZero();
    }

    @Test
    void searchThatFailsForAMomentIsRepeated() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1h\""));
        agentLeaves(bench, bench.start());
        bench.fails("recover");
        bench.start();
        bench.pass(Duration.ofSeconds(5));
        bench.works("recover");
        bench.pass(Duration.ofSeconds(20));

        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Started");
        assertThat(bench.state().state()).isEqualTo(TaskState.RUNNING);
        assertThat(bench.driver().inspect(handle(bench).id()).block().state()).isEqualTo(TaskStatus.State.RUNNING);
    }

    @Test
    void nothingStartsBesideARunThatCanNeitherBeFoundNorEnded() {
        TaskBench bench = bench("service", TaskBench.task("\"run_for\": \"1h\""));
        agentLeaves(bench, bench.start());
        TaskHandle first = handle(bench);
        List.of("recover", "destroy", "discard").forEach(bench::fails);
        TaskRunner second = bench.start();
        bench.pass(Duration.ofHours(1).dividedBy(2));

        assertThat(handle(bench)).isEqualTo(first);
        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Started", "Driver", "Driver");
        assertThat(bench.events().get(3).displayMessage()).contains("cannot be found again", "recover does not work");
        assertThat(bench.events().get(4).displayMessage()).contains("nothing is started", "discard does not work");

        second.kill(Optional.empty());
        bench.pass(Duration.ofMinutes(5));
        assertThat(bench.state().state()).isNotEqualTo(TaskState.DEAD);
        assertThat(handle(bench)).isEqualTo(first);

        bench.works("discard");
        bench.pass(Duration.ofMinutes(2));
        assertThat(bench.state().state()).isEqualTo(TaskState.DEAD);
        assertThat(bench.types().stream().filter("Started"::equals)).hasSize(1);
        StepVerifier.create(second.ended()).expectComplete().verify(SECOND);
    }

    @Test
    void nextRunWaitsUntilTheLastOneIsGone() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"2s\", \"exit_code\": 1"));
        bench.start();
        TaskHandle first = handle(bench);
        bench.fails("destroy");
        bench.pass(Duration.ofMinutes(1));

        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Started", "Terminated", "Driver");
        assertThat(handle(bench)).isEqualTo(first);

        bench.works("destroy");
        bench.pass(Duration.ofMinutes(1));
        assertThat(bench.types()).contains("Restarting");
        assertThat(bench.types().stream().filter("Started"::equals)).hasSize(2);
    }

    @Test
    void killDoesNotWaitForASearchWithoutEnd() {
        TaskBench bench = bench("service", TaskBench.task("\"run_for\": \"1h\""));
        agentLeaves(bench, bench.start());
        bench.fails("recover");
        TaskRunner second = bench.start();
        second.kill(Optional.empty());
        bench.pass(Duration.ofSeconds(6));

        assertThat(bench.state().state()).isEqualTo(TaskState.DEAD);
        StepVerifier.create(second.ended()).expectComplete().verify(SECOND);
    }

    private static TaskHandle handle(TaskBench bench) {
        return Objects.requireNonNull(bench.local().handle());
    }

    @Test
    void lostTaskCanBeKilledWhileItWaits() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1h\"")).contacted(new Once<Void>().value());
        agentLeaves(bench, bench.start());
        bench.garbleHandle();

        TaskRunner second = bench.start();
        second.kill(Optional.empty());
        bench.pass(SECOND);

        assertThat(bench.state().state()).isEqualTo(TaskState.DEAD);
        StepVerifier.create(second.ended()).expectComplete().verify(SECOND);
    }

    @Test
    void deadTaskStaysDead() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1s\""));
        TaskRunner first = bench.start();
        bench.pass(Duration.ofSeconds(2));
        agentLeaves(bench, first);

        bench.start();
        bench.pass(SECOND);

        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Started", "Terminated");
        assertThat(bench.state().state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void shutdownDuringABlockingStartLeavesNothingBehindAndStartsOnceLater() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"5s\", \"start_block_for\": \"3s\""));
        TaskRunner first = bench.start();
        bench.pass(SECOND);
        agentLeaves(bench, first);
        assertThat(bench.types()).containsExactly("Received", "Task Setup");

        bench.start();
        bench.pass(Duration.ofSeconds(20));

        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Started", "Terminated");
    }
}
