package io.outrider.runners.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.runners.task.machine.TaskEvents;
import io.outrider.state.model.alloc.TaskState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.test.StepVerifier;

/** Floods, latecomers, and what nobody expects. */
class TaskFaultTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path dir;

    private TaskBench bench(String type, String task) {
        return new TaskBench(dir, type, task);
    }

    @Test
    void floodOfRequestsLosesNeitherKillNorResults() {
        TaskBench bench = bench("service", TaskBench.task("\"run_for\": \"1h\""));
        TaskRunner runner = bench.start();
        List<RunnerException> refused = new ArrayList<>();
        List<String> killed = new ArrayList<>();
        // While this runs on the loop nothing else does: all of it waits.
        bench.time().schedule(() -> {
            for (int i = 0; i < 2000; i++) {
                runner.signal("SIGHUP").subscribe(sent -> {}, error -> refused.add((RunnerException) error));
                runner.note(TaskEvents.signaling(Instant.EPOCH, "SIGHUP"));
            }
            for (int i = 0; i < 2000; i++) {
                runner.kill(Optional.empty()).subscribe(done -> {}, error -> {}, () -> killed.add("durable"));
            }
        });
        bench.pass(SECOND);

        assertThat(refused).isNotEmpty().allMatch(error -> error.kind() == RunnerException.Kind.BUSY);
        assertThat(killed).hasSize(2000);
        assertThat(bench.state().state()).isEqualTo(TaskState.DEAD);
        StepVerifier.create(runner.ended()).expectComplete().verify(SECOND);
    }

    @Test
    void killAfterTheRunnersEndIsRefused() {
        TaskBench bench = bench("service", TaskBench.task("\"run_for\": \"1h\""));
        TaskRunner runner = bench.start();
        StepVerifier.create(runner.shutdown())
                .then(() -> bench.pass(SECOND))
                .expectComplete()
                .verify(SECOND);

        StepVerifier.create(runner.kill(Optional.empty()))
                .expectErrorMatches(error ->
                        error instanceof RunnerException late && late.kind() == RunnerException.Kind.NOT_RUNNING)
                .verify(SECOND);
    }

    @Test
    void faultOfTheAgentEndsTheTaskInAWayThatSaysSo() {
        TaskBench bench = bench("service", TaskBench.task("\"run_for\": \"2s\", \"exit_code\": 1"));
        bench.start();
        bench.losesItsTask();
        bench.pass(Duration.ofMinutes(1));

        assertThat(bench.types())
                .containsExactly(
                        "Received",
                        "Task Setup",
                        "Started",
                        "Terminated",
                        "Restarting",
                        "Driver Failure",
                        "Not Restarting");
        assertThat(bench.events().get(5).displayMessage()).contains("has no task \"t\" in its job");
        assertThat(bench.state().state()).isEqualTo(TaskState.DEAD);
    }
}
