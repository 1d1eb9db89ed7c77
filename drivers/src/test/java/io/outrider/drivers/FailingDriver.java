package io.outrider.drivers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A driver with which everything fails that can, for tests of those who use drivers. */
public final class FailingDriver implements Driver {

    private final String name;
    private final DriverException error;

    public FailingDriver(String name, DriverException error) {
        this.name = name;
        this.error = error;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DriverCapabilities capabilities() {
        return new DriverCapabilities(false, false, DriverCapabilities.FsIsolation.NONE, false);
    }

    @Override
    public ConfigSpec configSpec() {
        return new ConfigSpec(List.of());
    }

    @Override
    public Flux<DriverFingerprint> fingerprint() {
        return Flux.just(
                new DriverFingerprint(DriverFingerprint.Health.UNHEALTHY, "failed to fingerprint driver", Map.of()));
    }

    @Override
    public Flux<DriverEvent> events() {
        return Flux.error(error);
    }

    @Override
    public Mono<TaskHandle> prepare(TaskConfig config) {
        return Mono.error(error);
    }

    @Override
    public Mono<StartedTask> start(TaskHandle handle, TaskConfig config) {
        return Mono.error(error);
    }

    @Override
    public Mono<Recovery> recover(TaskHandle handle) {
        return Mono.error(error);
    }

    @Override
    public Mono<ExitResult> exit(TaskId id) {
        return Mono.error(error);
    }

    @Override
    public Mono<Void> stop(TaskId id, String signal, Duration timeout) {
        return Mono.error(error);
    }

    @Override
    public Mono<Void> signal(TaskId id, String signal) {
        return Mono.error(error);
    }

    @Override
    public Mono<Void> destroy(TaskId id, boolean force) {
        return Mono.error(error);
    }

    @Override
    public Mono<Void> discard(TaskHandle handle) {
        return Mono.error(error);
    }

    @Override
    public Mono<TaskStatus> inspect(TaskId id) {
        return Mono.error(error);
    }

    @Override
    public Flux<TaskUsage> usage(TaskId id, Duration interval) {
        return Flux.error(error);
    }

    @Override
    public Mono<ExecResult> exec(TaskId id, List<String> command, Duration timeout) {
        return Mono.error(error);
    }

    @Override
    public Mono<Void> close() {
        return Mono.empty();
    }
}
