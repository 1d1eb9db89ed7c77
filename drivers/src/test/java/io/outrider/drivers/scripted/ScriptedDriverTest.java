package io.outrider.drivers.scripted;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.StartedTask;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.TaskConfig.TaskLimits;
import io.outrider.drivers.TaskConfig.TaskNames;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.logs.LogFifos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

class ScriptedDriverTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path dir;

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private ScriptedDriver driver = newDriver();

    @AfterEach
    void close() {
        driver.close().block(LIMIT);
        time.dispose();
    }

    @Test
    void runsForItsTimeThenTellsEarlyAndLateSubscribers() {
        TaskConfig config =
                config(Map.of("run_for", "500ms", "exit_code", 12, "exit_signal", 2, "exit_err_msg", "boom"));
        start(config);
        ExitResult expected = new ExitResult(OptionalInt.of(12), OptionalInt.of(2), false, Optional.of("boom"));

        StepVerifier.create(driver.exit(config.id()))
                .then(() -> time.advanceTimeBy(Duration.ofMillis(499)))
                .expectNoEvent(Duration.ofMillis(1))
                .then(() -> time.advanceTimeBy(Duration.ofMillis(1)))
                .expectNext(expected)
                .expectComplete()
                .verify(LIMIT);
        StepVerifier.create(driver.exit(config.id()))
                .expectNext(expected)
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void startErrorsSayWhetherToTryAgain() {
        TaskConfig fatal = config(Map.of("start_error", "cannot start this"));
        TaskConfig again = config(Map.of("start_error", "try again", "start_error_recoverable", true));

        assertStartFails(fatal, "cannot start this", DriverException.Kind.FATAL);
        assertStartFails(again, "try again", DriverException.Kind.RECOVERABLE);
    }

    @Test
    void startBlocksAndStopMeanwhileEndsItAsSoonAsItIsUp() {
        TaskConfig config = config(Map.of("start_block_for", "3s", "run_for", "60s"));
        TaskHandle handle = driver.prepare(config).block(LIMIT);

        StepVerifier.create(driver.start(handle, config))
                .then(() -> time.advanceTimeBy(Duration.ofSeconds(1)))
                .then(() -> driver.stop(config.id(), "", LIMIT).block(LIMIT))
                .then(() -> time.advanceTimeBy(Duration.ofSeconds(2)))
                .expectNextCount(1)
                .expectComplete()
                .verify(LIMIT);
        StepVerifier.create(driver.exit(config.id()))
                .expectNext(ExitResult.exited(0))
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void killAfterDelaysTheStop() {
        TaskConfig config = config(Map.of("run_for", "60s", "kill_after", "2s", "exit_code", 3));
        start(config);

        StepVerifier.create(driver.stop(config.id(), "SIGTERM", Duration.ZERO).thenReturn(1))
                .then(() -> time.advanceTimeBy(Duration.ofMillis(1999)))
                .expectNoEvent(Duration.ofMillis(1))
                .then(() -> time.advanceTimeBy(Duration.ofMillis(1)))
                .expectNext(1)
                .expectComplete()
                .verify(LIMIT);
        assertThat(driver.exit(config.id()).block(LIMIT)).isEqualTo(ExitResult.exited(3));
    }

    @Test
    void recoveryShortensTheRest() {
        TaskConfig config = config(Map.of("run_for", "10s", "exit_code", 4));
        TaskHandle handle = start(config);
        time.advanceTimeBy(Duration.ofSeconds(3));
        driver.close().block(LIMIT);
        time.advanceTimeBy(Duration.ofSeconds(3));

        driver = newDriver();
        assertThat(recover(handle)).isInstanceOf(Recovery.Attached.class);
        assertThat(recover(handle)).isInstanceOf(Recovery.Attached.class);
        StepVerifier.create(driver.exit(config.id()))
                .then(() -> time.advanceTimeBy(Duration.ofMillis(3999)))
                .expectNoEvent(Duration.ofMillis(1))
                .then(() -> time.advanceTimeBy(Duration.ofMillis(1)))
                .expectNext(ExitResult.exited(4))
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void recoveryOfAPreparedTaskForbidsItsStart() {
        TaskConfig config = config(Map.of("run_for", "10s"));
        TaskHandle handle = driver.prepare(config).block(LIMIT);

        assertThat(recover(handle)).isInstanceOf(Recovery.NeverStarted.class);
        assertThat(recover(handle)).isInstanceOf(Recovery.NeverStarted.class);
        assertStartFails(
                config, "this run was given up before it started: start a new one", DriverException.Kind.FATAL);
    }

    @Test
    void signalErrorIsReturned() {
        TaskConfig config = config(Map.of("run_for", "60s", "signal_error", "no signals today"));
        start(config);
        StepVerifier.create(driver.signal(config.id(), "SIGHUP"))
                .expectErrorMessage("no signals today")
                .verify(LIMIT);
    }

    @Test
    void outputGoesToTheFifosWithItsSpacing() throws IOException {
        LogFifos fifos = new LogFifos(fifo("out"), fifo("err"));
        try (FifoProbe out = new FifoProbe(fifos.stdout());
                FifoProbe err = new FifoProbe(fifos.stderr())) {
            start(config(
                    Map.of(
                            "run_for", "1s",
                            "stdout_string", "tick\n",
                            "stdout_repeat", 2,
                            "stdout_repeat_duration", "100ms",
                            "stderr_string", "once\n"),
                    Optional.of(fifos)));
            assertThat(out.available()).isEqualTo("tick\n");
            time.advanceTimeBy(Duration.ofMillis(150));
            assertThat(out.available()).isEqualTo("tick\n");
            time.advanceTimeBy(Duration.ofMillis(60));
            assertThat(out.available()).isEqualTo("tick\n");
            assertThat(err.available()).isEqualTo("once\n");
        }
    }

    @Test
    void execAnswersAsTheReference() {
        TaskConfig config = config(Map.of("run_for", "60s"));
        start(config);
        StepVerifier.create(driver.exec(config.id(), java.util.List.of("ls", "-l"), LIMIT))
                .assertNext(result -> assertThat(new String(result.stdout(), java.nio.charset.StandardCharsets.UTF_8))
                        .isEqualTo("Exec(\"t\", [\"ls\" \"-l\"])"))
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void badOptionsAreRefusedBeforeTheStart() {
        StepVerifier.create(driver.prepare(config(Map.of("run_for", "soon"))))
                .expectErrorSatisfies(e -> assertThat(e).hasMessageStartingWith("run_for soon not a valid duration: "))
                .verify(LIMIT);
        StepVerifier.create(driver.prepare(config(Map.of("driver_port_map", "http"))))
                .expectErrorMessage("malformed port map: \"http\"")
                .verify(LIMIT);
    }

    private ScriptedDriver newDriver() {
        return new ScriptedDriver(new SchedulerClock(), time, time);
    }

    private TaskConfig config(Map<String, Object> block) {
        return config(block, Optional.empty());
    }

    private TaskConfig config(Map<String, Object> block, Optional<LogFifos> logs) {
        Path task = dir.resolve("t");
        TaskDirs dirs = new TaskDirs(dir, task, task.resolve("local"), task.resolve("secrets"), dir.resolve("alloc"));
        String run = String.format("%08x", block.hashCode());
        return new TaskConfig(
                new TaskId("a1", "t", run),
                new TaskNames("default", "job", "job", "g"),
                Map.of(),
                block,
                Optional.empty(),
                dirs,
                logs,
                new TaskLimits(100, 64, 0));
    }

    private TaskHandle start(TaskConfig config) {
        TaskHandle handle = driver.prepare(config).block(LIMIT);
        Mono<StartedTask> start = driver.start(handle, config);
        StepVerifier.create(start)
                .then(() -> time.advanceTimeBy(Duration.ZERO))
                .expectNextCount(1)
                .expectComplete()
                .verify(LIMIT);
        return handle;
    }

    private Recovery recover(TaskHandle handle) {
        java.util.concurrent.CompletableFuture<Recovery> found =
                driver.recover(handle).toFuture();
        time.advanceTimeBy(Duration.ZERO);
        return found.orTimeout(5, TimeUnit.SECONDS).join();
    }

    private void assertStartFails(TaskConfig config, String message, DriverException.Kind kind) {
        TaskHandle handle = driver.prepare(config).block(LIMIT);
        StepVerifier.create(driver.start(handle, config))
                .then(() -> time.advanceTimeBy(Duration.ZERO))
                .expectErrorSatisfies(e -> {
                    assertThat(e).hasMessage(message).isInstanceOf(DriverException.class);
                    assertThat(((DriverException) e).kind()).isEqualTo(kind);
                })
                .verify(LIMIT);
    }

    private Path fifo(String name) throws IOException {
        Path fifo = dir.resolve(name);
        new ProcessBuilder("mkfifo", fifo.toString())
                .inheritIO()
                .start()
                .onExit()
                .join();
        assertThat(Files.exists(fifo)).isTrue();
        return fifo;
    }

    /** Tells the virtual time. */
    private final class SchedulerClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(1_000_000 + time.now(TimeUnit.MILLISECONDS));
        }
    }
}
