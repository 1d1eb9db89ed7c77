package io.outrider.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.DriverException.Kind;
import io.outrider.drivers.DriverFingerprint.Health;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What every driver must do. A driver's tests extend this and say how its tasks are written. */
@Timeout(60)
public abstract class DriverContract {

    protected static final Duration LIMIT = Duration.ofSeconds(60);

    /** The driver of the agent that runs now. */
    protected abstract Driver driver();

    /** Closes that driver and makes a new one, as a restarted agent does. */
    protected abstract Driver restart();

    /** A new run of a task that ends at once with {@code code}. */
    protected abstract TaskConfig exiting(int code);

    /** A new run of a task that goes on until it is stopped. */
    protected abstract TaskConfig endless();

    /** The same task with another {@code config} block. */
    protected abstract TaskConfig with(Map<String, Object> block);

    /** How often a task of {@link #endless} was started in this test; waits for the first sign of a known start. */
    protected abstract int starts();

    @Test
    void exitCodesArrive() {
        for (int code : List.of(0, 1, 137, 255)) {
            TaskConfig config = exiting(code);
            start(config);
            assertThat(exit(config)).isEqualTo(ExitResult.exited(code));
            destroy(config, false);
        }
    }

    @Test
    void everySubscriberGetsTheSameEnd() {
        TaskConfig config = endless();
        start(config);
        CompletableFuture<ExitResult> early = driver().exit(config.id()).toFuture();
        CompletableFuture<ExitResult> other = driver().exit(config.id()).toFuture();
        stop(config);

        ExitResult late = exit(config);
        assertThat(early.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(late);
        assertThat(other.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(late);
        destroy(config, false);
    }

    @Test
    void anEndThatNobodyWaitsForIsKept() {
        TaskConfig config = endless();
        start(config);
        driver().exit(config.id()).subscribe(end -> {}, error -> {}).dispose();
        stop(config);
        assertThat(inspect(config).exit()).contains(exit(config));
        destroy(config, false);
    }

    @Test
    void statesFollowTheTask() {
        TaskConfig config = endless();
        start(config);
        assertThat(inspect(config).state()).isEqualTo(TaskStatus.State.RUNNING);
        assertThat(inspect(config).startedAt()).isPresent();
        assertThat(inspect(config).exit()).isEmpty();
        stop(config);
        assertThat(inspect(config).state()).isEqualTo(TaskStatus.State.EXITED);
        assertThat(inspect(config).completedAt()).isPresent();
        destroy(config, false);
    }

    @Test
    void stopMayComeTwiceAndAfterTheEnd() {
        TaskConfig config = endless();
        start(config);
        Mono<Void> stop = driver().stop(config.id(), "", Duration.ofSeconds(5));
        Mono.when(stop, stop).block(LIMIT);
        stop(config);
        assertThat(inspect(config).state()).isEqualTo(TaskStatus.State.EXITED);
        destroy(config, false);
    }

    @Test
    void stopWhileItStartsEndsIt() {
        TaskConfig config = endless();
        TaskHandle handle = prepare(config);
        CompletableFuture<StartedTask> start = driver().start(handle, config).toFuture();
        driver().stop(config.id(), "", Duration.ofMillis(100)).block(LIMIT);
        start.orTimeout(20, TimeUnit.SECONDS).join();

        assertThat(exit(config)).isNotNull();
        destroy(config, false);
    }

    @Test
    void destroyRefusesARunningTaskUnlessForced() {
        TaskConfig config = endless();
        start(config);
        StepVerifier.create(driver().destroy(config.id(), false))
                .expectErrorMessage("cannot destroy running task")
                .verify(LIMIT);
        assertThat(inspect(config).state()).isEqualTo(TaskStatus.State.RUNNING);

        destroy(config, true);
        assertUnknown(driver().inspect(config.id()));
    }

    @Test
    void unknownIdsAreRefused() {
        TaskId id = endless().id();
        assertUnknown(driver().exit(id));
        assertUnknown(driver().stop(id, "", Duration.ZERO));
        assertUnknown(driver().signal(id, "SIGINT"));
        assertUnknown(driver().destroy(id, true));
        assertUnknown(driver().inspect(id));
        assertUnknown(driver().usage(id, Duration.ofSeconds(1)));
        assertUnknown(driver().exec(id, List.of("true"), Duration.ofSeconds(1)));
    }

    @Test
    void startTwiceStartsOnce() {
        TaskConfig config = endless();
        TaskHandle handle = prepare(config);
        Mono.when(driver().start(handle, config), driver().start(handle, config))
                .block(LIMIT);
        driver().start(handle, config).block(LIMIT);

        assertThat(starts()).isEqualTo(1);
        destroy(config, true);
    }

    @Test
    void startInAnotherAgentFindsWhatRuns() {
        TaskConfig config = endless();
        TaskHandle handle = prepare(config);
        driver().start(handle, config).block(LIMIT);
        restart();
        driver().start(handle, config).block(LIMIT);

        assertThat(starts()).isEqualTo(1);
        destroy(config, true);
    }

    @Test
    void cancelledStartCanBeDestroyed() {
        TaskConfig config = endless();
        TaskHandle handle = prepare(config);
        Disposable start = driver().start(handle, config).subscribe(started -> {}, error -> {});
        start.dispose();

        destroy(config, true);
        assertUnknown(driver().inspect(config.id()));
    }

    @Test
    void prepareMayBeRepeatedAndStartsNothing() {
        TaskConfig config = endless();
        assertThat(prepare(config)).isEqualTo(prepare(config));
        assertUnknown(driver().inspect(config.id()));
        assertThat(starts()).isZero();
    }

    @Test
    void recoverFindsTheTaskAgainHoweverOften() {
        TaskConfig config = endless();
        TaskHandle handle = start(config);
        restart();
        assertThat(recover(handle)).isInstanceOf(Recovery.Attached.class);
        assertThat(recover(handle)).isInstanceOf(Recovery.Attached.class);
        assertThat(inspect(config).state()).isEqualTo(TaskStatus.State.RUNNING);
        assertThat(starts()).isEqualTo(1);

        stop(config);
        assertThat(exit(config).exitCode()).isPresent();
        destroy(config, false);
    }

    @Test
    void recoverLearnsAnEndThatNobodySaw() {
        TaskConfig config = exiting(41);
        TaskHandle handle = start(config);
        restart();
        assertThat(recover(handle)).isInstanceOf(Recovery.Attached.class);
        assertThat(exit(config)).isEqualTo(ExitResult.exited(41));
        destroy(config, false);
    }

    @Test
    void recoverOfWhatNeverStartedForbidsItsStart() {
        TaskConfig config = endless();
        TaskHandle handle = prepare(config);
        restart();
        assertThat(recover(handle)).isInstanceOf(Recovery.NeverStarted.class);
        assertThat(recover(handle)).isInstanceOf(Recovery.NeverStarted.class);

        for (int i = 0; i < 2; i++) {
            StepVerifier.create(driver().start(handle, config))
                    .expectError(DriverException.class)
                    .verify(LIMIT);
        }
        assertThat(starts()).isZero();
    }

    @Test
    void discardEndsWhatIsHeldAndWhatIsNot() {
        TaskConfig config = endless();
        TaskHandle handle = start(config);
        driver().discard(handle).block(LIMIT);
        assertUnknown(driver().inspect(config.id()));

        TaskConfig other = endless();
        TaskHandle unheld = start(other);
        restart();
        driver().discard(unheld).block(LIMIT);
        driver().discard(unheld).block(LIMIT);
        assertThat(recover(unheld)).isNotInstanceOf(Recovery.Attached.class);
    }

    @Test
    void usageComesAtOnceAndEndsWithTheTask() {
        TaskConfig config = endless();
        start(config);
        Flux<TaskUsage> usage = driver().usage(config.id(), Duration.ofSeconds(1));
        StepVerifier.create(usage)
                .assertNext(
                        sample -> assertThat(sample.rssBytes().orElseThrow()).isPositive())
                .then(() -> stop(config))
                .thenConsumeWhile(sample -> true)
                .expectComplete()
                .verify(LIMIT);
        destroy(config, false);
    }

    @Test
    void execAnswers() {
        TaskConfig config = endless();
        start(config);
        ExecResult result = driver().exec(config.id(), List.of("echo", "hello"), Duration.ofSeconds(10))
                .block(LIMIT);
        assertThat(new String(result.stdout())).contains("hello");
        assertThat(result.exit()).isEqualTo(ExitResult.exited(0));
        destroy(config, true);
    }

    @Test
    void wrongConfigIsRefusedBeforeAnythingElse() {
        StepVerifier.create(driver().prepare(with(Map.of("bogus", "x"))))
                .expectErrorSatisfies(
                        error -> assertThat(((DriverException) error).kind()).isEqualTo(Kind.INVALID_CONFIG))
                .verify(LIMIT);
    }

    @Test
    void fingerprintComesAtOnceAndEndsWithTheDriver() {
        StepVerifier.create(driver().fingerprint())
                .assertNext(found -> assertThat(found.health()).isEqualTo(Health.HEALTHY))
                .then(() -> driver().close().block(LIMIT))
                .expectComplete()
                .verify(LIMIT);
        driver().close().block(LIMIT);
    }

    protected final TaskHandle start(TaskConfig config) {
        TaskHandle handle = prepare(config);
        driver().start(handle, config).block(LIMIT);
        return handle;
    }

    protected final TaskHandle prepare(TaskConfig config) {
        return Objects.requireNonNull(driver().prepare(config).block(LIMIT));
    }

    protected final Recovery recover(TaskHandle handle) {
        return Objects.requireNonNull(driver().recover(handle).block(LIMIT));
    }

    protected final ExitResult exit(TaskConfig config) {
        return Objects.requireNonNull(driver().exit(config.id()).block(LIMIT));
    }

    protected final TaskStatus inspect(TaskConfig config) {
        return Objects.requireNonNull(driver().inspect(config.id()).block(LIMIT));
    }

    protected final void stop(TaskConfig config) {
        driver().stop(config.id(), "", Duration.ofSeconds(5)).block(LIMIT);
    }

    protected final void destroy(TaskConfig config, boolean force) {
        driver().destroy(config.id(), force).block(LIMIT);
    }

    private static void assertUnknown(Publisher<?> answer) {
        StepVerifier.create(answer)
                .expectErrorSatisfies(error -> {
                    assertThat(error).isInstanceOf(DriverException.class);
                    assertThat(((DriverException) error).kind()).isEqualTo(Kind.TASK_NOT_FOUND);
                })
                .verify(LIMIT);
    }
}
