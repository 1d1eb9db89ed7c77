package io.outrider.runners.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.TaskUsage;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import io.outrider.runners.task.machine.TaskEvents;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.streams.Once;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class TaskLoopTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path dir;

    private TaskBench bench(String type, String task) {
        return new TaskBench(dir, type, task);
    }

    private static Optional<TaskEvent> killing() {
        return Optional.of(TaskEvents.killing(Instant.EPOCH, Duration.ofSeconds(5)));
    }

    @Test
    void batchTaskRunsToItsEnd() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"2s\""));
        TaskRunner runner = bench.start();
        assertThat(bench.state().state()).isEqualTo(TaskState.RUNNING);
        assertThat(bench.local().handle()).isNotNull();

        bench.pass(SECOND.multipliedBy(3));

        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Started", "Terminated");
        assertThat(bench.state().state()).isEqualTo(TaskState.DEAD);
        assertThat(bench.state().failed()).isFalse();
        assertThat(bench.local().handle()).isNull();
        assertThat(runner.isComplete()).isFalse();

        runner.kill(Optional.empty());
        bench.pass(SECOND);
        StepVerifier.create(runner.ended()).expectComplete().verify(SECOND);
        assertThat(bench.local().runComplete()).isTrue();
    }

    @Test
    void failingTaskIsRestartedWithinItsPolicy() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1s\", \"exit_code\": 3"));
        bench.start();
        bench.pass(Duration.ofSeconds(10));

        assertThat(bench.types())
                .containsExactly(
                        "Received",
                        "Task Setup",
                        "Started",
                        "Terminated",
                        "Restarting",
                        "Started",
                        "Terminated",
                        "Not Restarting");
        assertThat(bench.state().failed()).isTrue();
        assertThat(bench.state().restarts()).isEqualTo(1);
        TaskEvent restarting = bench.events().get(4);
        long delay = Long.parseLong(restarting.details().get("start_delay"));
        assertThat(delay).isBetween(200_000_000L, 250_000_000L);
        assertThat(restarting.displayMessage()).startsWith("Task restarting in 2");
    }

    @Test
    void killStopsARunningTask() {
        TaskBench bench = bench("service", TaskBench.task("\"run_for\": \"1h\""));
        TaskRunner runner = bench.start();
        runner.kill(killing());
        bench.pass(SECOND);

        assertThat(bench.types())
                .containsExactly("Received", "Task Setup", "Started", "Killing", "Terminated", "Killed");
        StepVerifier.create(runner.ended()).expectComplete().verify(SECOND);
        assertThat(bench.told()).last().extracting(TaskState::state).isEqualTo(TaskState.DEAD);
    }

    @Test
    void usageComesAtOnceAndEndsWithTheRun() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"3s\""));
        TaskRunner runner = bench.start();
        List<TaskUsage> samples = new ArrayList<>();
        StepVerifier usage = StepVerifier.create(runner.usage(SECOND).doOnNext(samples::add))
                .thenConsumeWhile(sample -> true)
                .expectComplete()
                .verifyLater();
        assertThat(samples).hasSize(1);

        bench.pass(SECOND.multipliedBy(4));

        usage.verify(SECOND);
        assertThat(samples).hasSizeBetween(3, 4);
        StepVerifier.create(runner.usage(SECOND)).expectComplete().verify(SECOND);
    }

    @Test
    void stopDuringStartWaitsForTheStart() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"60s\", \"start_block_for\": \"3s\""));
        TaskRunner runner = bench.start();
        bench.pass(Duration.ofMillis(300));
        runner.kill(killing());
        bench.pass(Duration.ofSeconds(4));

        assertThat(bench.types())
                .containsExactly("Received", "Task Setup", "Killing", "Started", "Terminated", "Killed");
        assertThat(bench.state().failed()).isFalse();
        StepVerifier.create(runner.ended()).expectComplete().verify(SECOND);
    }

    @Test
    void startThatBlocksForEverIsCutOffByTheKill() {
        TaskBench bench = bench("batch", TaskBench.task("\"start_block_for\": \"1000h\""));
        TaskRunner runner = bench.start();
        runner.kill(killing());
        bench.pass(Duration.ofSeconds(6));

        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Killing", "Driver Failure");
        StepVerifier.create(runner.ended()).expectComplete().verify(SECOND);
    }

    @Test
    void hookThatHangsIsCutOffByTheKill() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1s\"")).with(new HangingHook());
        TaskRunner runner = bench.start();
        bench.pass(SECOND);
        runner.kill(killing());
        bench.pass(SECOND);

        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Killing");
        assertThat(bench.state().state()).isEqualTo(TaskState.DEAD);
        StepVerifier.create(runner.ended()).expectComplete().verify(SECOND);
    }

    @Test
    void hookThatHangsIsAbandonedAndNamed() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1s\"")).with(new HangingHook());
        bench.start();
        bench.pass(Duration.ofSeconds(11));

        assertThat(bench.types()).startsWith("Received", "Task Setup", "Task hook failed", "Restarting");
        assertThat(bench.events().get(2).displayMessage()).startsWith("hanging: hook did not end within 10 s");
    }

    @Test
    void startErrorsAreTriedAgainOnlyWhenRecoverable() {
        TaskBench fatal = bench("batch", TaskBench.task("\"start_error\": \"cannot start this\""));
        fatal.start();
        fatal.pass(SECOND);
        assertThat(fatal.types()).containsExactly("Received", "Task Setup", "Driver Failure", "Not Restarting");
        assertThat(fatal.events().get(2).details()).isEqualTo(Map.of("driver_error", "cannot start this"));

        TaskBench again =
                bench("batch", TaskBench.task("\"start_error\": \"try again\", \"start_error_recoverable\": true"));
        again.start();
        again.pass(SECOND);
        assertThat(again.types())
                .containsExactly(
                        "Received", "Task Setup", "Driver Failure", "Restarting", "Driver Failure", "Not Restarting");
    }

    @Test
    void wrongConfigIsFailedValidation() {
        TaskBench bench = bench("batch", TaskBench.task("\"bogus\": \"x\""));
        bench.start();
        bench.pass(SECOND);

        assertThat(bench.types()).containsExactly("Received", "Task Setup", "Failed Validation", "Not Restarting");
        assertThat(bench.events().get(2).displayMessage()).contains("No argument or block type is named \"bogus\"");
        assertThat(bench.state().failed()).isTrue();
    }

    @Test
    void configIsInterpolatedAndEnvironmentIsTheTasksOwn() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"${FOR}\"", ", \"Env\": {\"FOR\": \"2s\"}"));
        bench.start();

        TaskConfig config = bench.driver().lastConfig().orElseThrow();
        assertThat(config.config()).isEqualTo(Map.of("run_for", "2s"));
        assertThat(config.env()).containsEntry("NOMAD_TASK_NAME", "t").containsEntry("PATH", "/bin");
        assertThat(config.env()).doesNotContainKey("HOME");
    }

    @Test
    void signalErrorsAreTheDrivers() {
        TaskBench bench =
                bench("service", TaskBench.task("\"run_for\": \"1h\", \"signal_error\": \"no signals today\""));
        TaskRunner runner = bench.start();

        StepVerifier.create(runner.signal("SIGHUP"))
                .then(() -> bench.pass(SECOND))
                .expectErrorMessage("no signals today")
                .verify(SECOND);
        assertThat(bench.types()).endsWith("Started", "Signaling");
    }

    @Test
    void restartIsAnsweredAndDone() {
        TaskBench bench = bench("service", TaskBench.task("\"run_for\": \"1h\""));
        TaskRunner runner = bench.start();

        StepVerifier.create(runner.restart(TaskEvents.restartSignaled(Instant.EPOCH, "because"), false, false))
                .then(() -> bench.pass(SECOND))
                .expectComplete()
                .verify(SECOND);

        assertThat(bench.types())
                .containsExactly(
                        "Received", "Task Setup", "Started", "Restart Signaled", "Terminated", "Restarting", "Started");
        assertThat(bench.state().restarts()).isEqualTo(1);
    }

    @Test
    void requestsToADeadTaskAreRefused() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1s\""));
        TaskRunner runner = bench.start();
        bench.pass(Duration.ofSeconds(2));

        Mono<Void> signal = runner.signal("SIGHUP").doOnSubscribe(s -> {});
        StepVerifier.create(signal)
                .then(() -> bench.pass(SECOND))
                .expectErrorMatches(error ->
                        error instanceof RunnerException refused && refused.kind() == RunnerException.Kind.NOT_RUNNING)
                .verify(SECOND);
    }

    @Test
    void waitsForItsGate() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1s\""))
                .gate(Mono.delay(Duration.ofSeconds(5), bench("batch", "").time())
                        .then());
        TaskRunner runner = bench.start();
        bench.pass(Duration.ofSeconds(4));
        assertThat(bench.types()).containsExactly("Received");

        runner.kill(killing());
        bench.pass(SECOND);
        assertThat(bench.types()).containsExactly("Received", "Killing");
        assertThat(bench.state().startedAt()).isNull();
    }

    @Test
    void nothingStartsBeforeItsHandleIsDurableAndAKillStillCounts() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"1h\"")).withBrokenStore();
        TaskRunner runner = bench.start();
        bench.pass(Duration.ofSeconds(40));

        assertThat(bench.driver().lastConfig()).isEmpty();
        assertThat(runner.state().events())
                .extracting(TaskEvent::type)
                .contains("Driver Failure")
                .doesNotContain("Started");

        runner.kill(killing());
        bench.pass(SECOND);
        assertThat(runner.state().state()).isEqualTo(TaskState.DEAD);
        StepVerifier.create(runner.shutdown())
                .then(() -> bench.pass(Duration.ofSeconds(10)))
                .expectComplete()
                .verify(SECOND);
    }

    @Test
    void driverForgetsARunOnlyWhenItsExitIsDurable() {
        TaskBench bench = bench("batch", TaskBench.task("\"run_for\": \"2s\""));
        bench.start();
        TaskId id = Objects.requireNonNull(bench.local().handle()).id();
        Once<Void> disk = new Once<>();
        bench.stallStore(disk.value());
        bench.pass(Duration.ofSeconds(10));

        StepVerifier.create(bench.driver().inspect(id)).expectNextCount(1).verifyComplete();

        disk.complete();
        bench.pass(SECOND);
        StepVerifier.create(bench.driver().inspect(id))
                .expectErrorMatches(error -> error instanceof DriverException unknown
                        && unknown.kind() == DriverException.Kind.TASK_NOT_FOUND)
                .verify(SECOND);
        assertThat(bench.state().state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void missingDriverIsNamed() {
        TaskBench bench =
                bench("batch", "{\"Name\": \"t\", \"Driver\": \"nope\", \"RestartPolicy\": {\"Attempts\": 0}}");
        bench.start();
        bench.pass(SECOND);

        assertThat(bench.events().get(2).displayMessage())
                .isEqualTo("driver \"nope\" is not available on this node (has: mock_driver)");
    }

    @Test
    void unknownTaskIsRefusedAtOnce() {
        TaskBench bench = bench("batch", "{\"Name\": \"other\", \"Driver\": \"mock_driver\"}");

        assertThatThrownBy(bench::start).isInstanceOf(RunnerException.class).hasMessageContaining("no task \"t\"");
    }

    /** Ends when it is cancelled, and never else. */
    private static final class HangingHook implements TaskHook.Prestart {
        @Override
        public String name() {
            return "hanging";
        }

        @Override
        public Duration deadline() {
            return Duration.ofSeconds(10);
        }

        @Override
        public Mono<PrestartResponse> prestart(TaskRequest request) {
            return Mono.never();
        }
    }
}
