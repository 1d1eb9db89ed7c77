package io.outrider.runners.task;

import io.outrider.drivers.ConfigSpec;
import io.outrider.drivers.Driver;
import io.outrider.drivers.DriverCapabilities;
import io.outrider.drivers.DriverEvent;
import io.outrider.drivers.DriverException;
import io.outrider.drivers.DriverFingerprint;
import io.outrider.drivers.ExecResult;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.StartedTask;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.TaskStatus;
import io.outrider.drivers.TaskUsage;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A driver of which some calls fail for as long as a test wants: {@code recover}, {@code destroy}, {@code discard}. */
record FlakyDriver(Driver driver, Set<String> failing) implements Driver {

    static FlakyDriver over(Driver driver) {
        return new FlakyDriver(driver, ConcurrentHashMap.newKeySet());
    }

    private <T> Mono<T> unlessFailing(String call, Mono<T> answer) {
        return Mono.defer(() -> failing.contains(call)
                ? Mono.error(new DriverException(DriverException.Kind.RECOVERABLE, call + " does not work"))
                : answer);
    }

    @Override
    public Mono<Recovery> recover(TaskHandle handle) {
        return unlessFailing("recover", driver.recover(handle));
    }

    @Override
    public Mono<Void> destroy(TaskId id, boolean force) {
        return unlessFailing("destroy", driver.destroy(id, force));
    }

    @Override
    public Mono<Void> discard(TaskHandle handle) {
        return unlessFailing("discard", driver.discard(handle));
    }

    @Override
    public String name() {
        return driver.name();
    }

    @Override
    public DriverCapabilities capabilities() {
        return driver.capabilities();
    }

    @Override
    public ConfigSpec configSpec() {
        return driver.configSpec();
    }

    @Override
    public Flux<DriverFingerprint> fingerprint() {
        return driver.fingerprint();
    }

    @Override
    public Flux<DriverEvent> events() {
        return driver.events();
    }

    @Override
    public Mono<TaskHandle> prepare(TaskConfig config) {
        return driver.prepare(config);
    }

    @Override
    public Mono<StartedTask> start(TaskHandle handle, TaskConfig config) {
        return driver.start(handle, config);
    }

    @Override
    public Mono<ExitResult> exit(TaskId id) {
        return driver.exit(id);
    }

    @Override
    public Mono<Void> stop(TaskId id, String signal, Duration timeout) {
        return driver.stop(id, signal, timeout);
    }

    @Override
    public Mono<Void> signal(TaskId id, String signal) {
        return driver.signal(id, signal);
    }

    @Override
    public Mono<TaskStatus> inspect(TaskId id) {
        return driver.inspect(id);
    }

    @Override
    public Flux<TaskUsage> usage(TaskId id, Duration interval) {
        return driver.usage(id, interval);
    }

    @Override
    public Mono<ExecResult> exec(TaskId id, List<String> command, Duration timeout) {
        return driver.exec(id, command, timeout);
    }

    @Override
    public Mono<Void> close() {
        return driver.close();
    }
}
