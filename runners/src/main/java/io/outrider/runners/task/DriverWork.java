package io.outrider.runners.task;

import io.outrider.drivers.Driver;
import io.outrider.drivers.DriverException;
import io.outrider.drivers.DriverException.Kind;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.TaskStatus;
import io.outrider.runners.restart.GoDuration;
import io.outrider.runners.task.machine.TaskEvents;
import io.outrider.runners.task.machine.TaskInput;
import io.outrider.runners.task.machine.TaskInput.Exited;
import io.outrider.runners.task.machine.TaskInput.Prepared;
import io.outrider.runners.task.machine.TaskInput.RecoverFailed;
import io.outrider.runners.task.machine.TaskInput.Recovered;
import io.outrider.runners.task.machine.TaskInput.StartFailed;
import io.outrider.runners.task.machine.TaskInput.Started;
import io.outrider.runners.task.machine.TaskInput.Stopped;
import io.outrider.state.model.TaskEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** What a task's driver is asked to do. Every publisher is cold, bounded, and gives its one input: none fails. */
final class DriverWork {

    private static final Logger LOG = LoggerFactory.getLogger(DriverWork.class);

    private final TaskServices services;
    private final String name;

    DriverWork(TaskServices services, String name) {
        this.services = services;
        this.name = name;
    }

    /** Repeated while it may get better. */
    Mono<TaskInput> recover(TaskHandle handle) {
        return with(driver -> quick(driver.recover(handle), "recover"))
                .retryWhen(services.settings()
                        .recoverRetry()
                        .retry(services.time().timer(), services.time().random(), DriverWork::mayGetBetter))
                .<TaskInput>map(Recovered::new)
                .onErrorResume(error -> Mono.just(new RecoverFailed(text(error))));
    }

    /** Completes when nothing of the run lives and nothing will; {@code stays} gets each new reason why not yet. */
    Mono<Void> discard(TaskHandle handle, Consumer<String> stays) {
        return untilItWorks(with(driver -> quick(driver.discard(handle), "discard")), stays);
    }

    Mono<TaskInput> prepare(Supplier<TaskConfig> config) {
        return with(driver -> quick(driver.prepare(config.get()), "prepare"))
                .<TaskInput>map(Prepared::new)
                .onErrorResume(error -> Mono.just(failed(error)));
    }

    /** Not bounded: a driver may have to fetch what it runs. The machine bounds it after a kill. */
    Mono<TaskInput> start(TaskHandle handle, Supplier<TaskConfig> config) {
        return with(driver -> driver.start(handle, config.get()))
                .<TaskInput>map(Started::new)
                .onErrorResume(error -> Mono.just(failed(error)));
    }

    /** The end of the run; of one that was found again also the time, as it may have been long ago. */
    Mono<TaskInput> exit(TaskId id, boolean recovered) {
        return with(driver -> driver.exit(id))
                .defaultIfEmpty(ExitResult.unknown("driver \"" + name + "\" let go of the task"))
                .onErrorResume(error -> Mono.just(ExitResult.unknown(text(error))))
                .flatMap(exit -> recovered
                        ? ended(id).map(at -> new Exited(exit, at))
                        : Mono.just(new Exited(exit, Optional.empty())));
    }

    /** Repeated while the driver fails; a task that the driver does not hold is stopped. */
    Mono<TaskInput> stop(TaskId id, String signal, Duration timeout) {
        Duration patience = timeout.plus(services.settings().driverPatience());
        return with(driver -> bounded(driver.stop(id, signal, timeout), patience, "stop"))
                .onErrorResume(DriverWork::isUnknown, error -> Mono.empty())
                .retryWhen(services.settings()
                        .killRetry()
                        .retry(services.time().timer(), services.time().random(), error -> true))
                .then(Mono.<TaskInput>just(new Stopped(Optional.empty())))
                .onErrorResume(error -> Mono.just(new Stopped(Optional.of(text(error)))));
    }

    /**
     * Completes when nothing of the run is left; {@code stays} gets each new reason why not yet. A run that the driver
     * does not hold is discarded: that it is not held says nothing about its processes.
     */
    Mono<Void> destroy(TaskHandle handle, Consumer<String> stays) {
        Mono<Void> once = with(driver -> quick(driver.destroy(handle.id(), true), "destroy"))
                .onErrorResume(
                        DriverWork::isUnknown, error -> with(driver -> quick(driver.discard(handle), "discard")));
        return untilItWorks(once, stays);
    }

    /** The only one that fails: the answer is for whoever sent the signal. */
    Mono<Void> signal(TaskId id, String signal) {
        return with(driver -> quick(driver.signal(id, signal), "signal"));
    }

    private StartFailed failed(Throwable error) {
        return failed(services.time().clock().instant(), error);
    }

    /** A failed start in the reference's words. */
    static StartFailed failed(Instant now, Throwable error) {
        boolean config = error instanceof DriverException known && known.kind() == Kind.INVALID_CONFIG;
        TaskEvent event =
                config ? TaskEvents.failedValidation(now, text(error)) : TaskEvents.driverFailure(now, text(error));
        boolean recoverable = error instanceof DriverException known && known.recoverable();
        return new StartFailed(List.of(event), recoverable);
    }

    private Mono<Void> untilItWorks(Mono<Void> once, Consumer<String> stays) {
        return Mono.defer(() -> {
            AtomicReference<String> told = new AtomicReference<>("");
            return once.retryWhen(services.settings()
                    .destroyRetry()
                    .retry(services.time().timer(), services.time().random(), error -> {
                        LOG.warn("driver \"{}\" could not end a run, will be tried again: {}", name, text(error));
                        if (!told.getAndSet(text(error)).equals(text(error))) {
                            stays.accept(text(error));
                        }
                        return true;
                    }));
        });
    }

    private Mono<Optional<Instant>> ended(TaskId id) {
        return with(driver -> quick(driver.inspect(id), "inspect"))
                .map(TaskStatus::completedAt)
                .onErrorReturn(Optional.empty())
                .defaultIfEmpty(Optional.empty());
    }

    private <T> Mono<T> with(Function<Driver, Mono<T>> call) {
        return Mono.defer(() -> services.driver(name)
                .map(call)
                .orElseGet(() -> Mono.error(new DriverException(
                        Kind.FATAL,
                        "driver \"" + name + "\" is not available on this node (has: "
                                + String.join(
                                        ", ",
                                        services.drivers().keySet().stream()
                                                .sorted()
                                                .toList()) + ")"))));
    }

    private <T> Mono<T> quick(Mono<T> answer, String what) {
        return bounded(answer, services.settings().driverPatience(), what);
    }

    private <T> Mono<T> bounded(Mono<T> answer, Duration patience, String what) {
        return answer.timeout(patience, services.time().timer())
                .onErrorMap(
                        TimeoutException.class,
                        error -> new DriverException(
                                Kind.RECOVERABLE,
                                "driver \"" + name + "\" did not answer \"" + what + "\" within "
                                        + GoDuration.format(patience)));
    }

    private static boolean mayGetBetter(Throwable error) {
        return !(error instanceof DriverException known) || known.kind() == Kind.RECOVERABLE;
    }

    private static boolean isUnknown(Throwable error) {
        return error instanceof DriverException known && known.kind() == Kind.TASK_NOT_FOUND;
    }

    private static String text(Throwable error) {
        return error.getMessage() == null ? error.toString() : error.getMessage();
    }
}
