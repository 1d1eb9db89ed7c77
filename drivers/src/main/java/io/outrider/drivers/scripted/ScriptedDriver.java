package io.outrider.drivers.scripted;

import io.outrider.drivers.ConfigSpec;
import io.outrider.drivers.Driver;
import io.outrider.drivers.DriverCapabilities;
import io.outrider.drivers.DriverCapabilities.FsIsolation;
import io.outrider.drivers.DriverEvent;
import io.outrider.drivers.DriverException;
import io.outrider.drivers.DriverFingerprint;
import io.outrider.drivers.DriverFingerprint.Health;
import io.outrider.drivers.ExecResult;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.StartedTask;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.TaskStatus;
import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.streams.Once;
import io.outrider.streams.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The driver {@code mock_driver}: tasks that run no process and do what their {@code config} says. With virtual time
 * they end to the nanosecond. A task goes on "running" while the agent is away, as far as anybody can tell: it is found
 * again with the rest of its time. {@code stop} waits {@code kill_after} (default: not at all) and ignores signal and
 * timeout, as the reference does.
 */
public final class ScriptedDriver implements Driver {

    private static final Logger LOG = LoggerFactory.getLogger(ScriptedDriver.class);
    /** The name that job files use. */
    public static final String NAME = "mock_driver";

    /** What its {@code config} block may hold. */
    public static final ConfigSpec CONFIG = Script.SPEC;

    private final Resources resources;
    private final Options options;
    private final Map<TaskId, ScriptedRun> runs = new ConcurrentHashMap<>();
    private final Once<Boolean> closed = new Once<>();
    private final Scope scope =
            new Scope(NAME, (work, error) -> LOG.warn("scripted task: {} failed: {}", work, error.toString()));
    private volatile @Nullable TaskConfig lastConfig;

    /** Time and threads. */
    public record Resources(Clock clock, Scheduler timer, Scheduler io) {}

    /**
     * The plugin's own options.
     *
     * @param isolation what the driver says of its tasks' file system
     * @param shutdownAfter when it begins to say that it is disabled; empty: never
     */
    public record Options(FsIsolation isolation, Optional<Duration> shutdownAfter) {}

    /**
     * @param timer for delays
     * @param io for blocking file work
     */
    public ScriptedDriver(Clock clock, Scheduler timer, Scheduler io) {
        this(new Resources(clock, timer, io), new Options(FsIsolation.NONE, Optional.empty()));
    }

    public ScriptedDriver(Resources resources, Options options) {
        this.resources = resources;
        this.options = options;
    }

    /** The config of the last task that was started, for tests. */
    public Optional<TaskConfig> lastConfig() {
        return Optional.ofNullable(lastConfig);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public DriverCapabilities capabilities() {
        return new DriverCapabilities(true, true, options.isolation(), true);
    }

    @Override
    public ConfigSpec configSpec() {
        return CONFIG;
    }

    @Override
    public Flux<DriverFingerprint> fingerprint() {
        DriverFingerprint healthy = new DriverFingerprint(Health.HEALTHY, "Healthy", Map.of("driver.mock", "true"));
        DriverFingerprint disabled = new DriverFingerprint(Health.UNDETECTED, "disabled", Map.of());
        Flux<DriverFingerprint> later = options.shutdownAfter()
                .map(after -> Mono.delay(after, resources.timer())
                        .thenReturn(disabled)
                        .flux())
                .orElse(Flux.empty());
        return Flux.concat(Flux.just(healthy), later, Flux.never()).takeUntilOther(closed.value());
    }

    @Override
    public Flux<DriverEvent> events() {
        return Flux.<DriverEvent>never().takeUntilOther(closed.value());
    }

    @Override
    public Mono<TaskHandle> prepare(TaskConfig config) {
        return Mono.fromCallable(() -> {
            Script.of(config.config());
            return ScriptedHandle.of(NAME, config);
        });
    }

    @Override
    public Mono<StartedTask> start(TaskHandle handle, TaskConfig config) {
        return Mono.defer(() -> {
            ScriptedRun run = hold(handle);
            lastConfig = config;
            return Mono.delay(run.script().startBlockFor(), resources.timer())
                    .then(Mono.defer(() -> begin(run, config)));
        });
    }

    @Override
    public Mono<Recovery> recover(TaskHandle handle) {
        return Mono.fromCallable(() -> find(handle)).subscribeOn(resources.io());
    }

    @Override
    public Mono<ExitResult> exit(TaskId id) {
        return held(id).flatMap(ScriptedRun::exit);
    }

    @Override
    public Mono<Void> stop(TaskId id, String signal, Duration timeout) {
        return held(id).flatMap(run -> {
            Mono<Void> kill = Mono.fromRunnable(run::kill);
            Mono<Void> patience = Mono.firstWithSignal(
                    run.exit().then(),
                    Mono.delay(run.script().killAfter(), resources.timer()).then());
            return (run.script().killAfter().isZero() ? kill : patience.then(kill))
                    .then(run.begun() ? run.exit().then() : Mono.empty());
        });
    }

    @Override
    public Mono<Void> signal(TaskId id, String signal) {
        return held(id).flatMap(run -> {
            String error = run.script().command().signalError();
            return error.isEmpty() ? Mono.empty() : Mono.error(new DriverException(DriverException.Kind.FATAL, error));
        });
    }

    @Override
    public Mono<Void> destroy(TaskId id, boolean force) {
        return held(id).flatMap(run -> {
            if (run.begun() && !run.ended() && !force) {
                return Mono.error(new DriverException(DriverException.Kind.FATAL, "cannot destroy running task"));
            }
            run.kill();
            Mono<Void> ended = run.begun() ? run.exit().then() : Mono.empty();
            return ended.then(Mono.<Void>fromRunnable(() -> forget(run)).subscribeOn(resources.io()));
        });
    }

    /** Its tasks run nothing: one that this object does not hold is over. */
    @Override
    public Mono<Void> discard(TaskHandle handle) {
        return destroy(handle.id(), true).onErrorResume(ScriptedDriver::isUnknown, error -> Mono.fromRunnable(
                        () -> ScriptedHandle.tryRead(handle).ifPresent(ScriptedHandle::remove))
                .subscribeOn(resources.io())
                .then());
    }

    @Override
    public Mono<TaskStatus> inspect(TaskId id) {
        return held(id).map(ScriptedRun::status);
    }

    @Override
    public Flux<TaskUsage> usage(TaskId id, Duration interval) {
        return held(id).flatMapMany(run -> Flux.interval(Duration.ZERO, interval, resources.timer())
                .onBackpressureDrop()
                .map(tick -> sample(id, tick))
                .takeUntilOther(run.exit()));
    }

    @Override
    public Mono<ExecResult> exec(TaskId id, List<String> command, Duration timeout) {
        return held(id).map(run -> {
            String quoted = command.stream().map(word -> '"' + word + '"').collect(Collectors.joining(" "));
            String text = "Exec(\"" + id.task() + "\", [" + quoted + "])";
            return new ExecResult(text.getBytes(StandardCharsets.UTF_8), new byte[0], ExitResult.exited(0));
        });
    }

    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> {
            closed.set(true);
            return scope.close();
        });
    }

    private static boolean isUnknown(Throwable error) {
        return error instanceof DriverException known && known.kind() == DriverException.Kind.TASK_NOT_FOUND;
    }

    private Mono<ScriptedRun> held(TaskId id) {
        return Mono.fromCallable(() -> {
            ScriptedRun run = runs.get(id);
            if (run == null) {
                throw new DriverException(DriverException.Kind.TASK_NOT_FOUND, "task not found for given id");
            }
            return run;
        });
    }

    private ScriptedRun hold(TaskHandle handle) {
        return runs.computeIfAbsent(handle.id(), id -> new ScriptedRun(id, ScriptedHandle.read(handle), resources));
    }

    private Mono<StartedTask> begin(ScriptedRun run, TaskConfig config) {
        Script script = run.script();
        if (script.startError().isPresent()) {
            runs.remove(run.id(), run);
            DriverException.Kind kind =
                    script.startErrorRecoverable() ? DriverException.Kind.RECOVERABLE : DriverException.Kind.FATAL;
            return Mono.error(new DriverException(kind, script.startError().orElseThrow()));
        }
        return Mono.fromCallable(() -> {
                    Instant now = resources.clock().instant();
                    Instant startedAt = run.handle().claim(now);
                    run(run, config.logs(), startedAt, now);
                    return new StartedTask(script.network());
                })
                .subscribeOn(resources.io());
    }

    private void run(ScriptedRun run, Optional<LogFifos> logs, Instant startedAt, Instant now) {
        if (run.begin(startedAt)) {
            scope.add(run.id().toString(), run.life(logs, Duration.between(startedAt, now)));
        }
    }

    private Recovery find(TaskHandle handle) {
        ScriptedRun known = runs.get(handle.id());
        if (known != null && known.begun()) {
            return new Recovery.Attached();
        }
        Optional<Instant> startedAt = ScriptedHandle.read(handle).startedOrNever();
        if (startedAt.isEmpty()) {
            return new Recovery.NeverStarted();
        }
        run(hold(handle), Optional.empty(), startedAt.get(), resources.clock().instant());
        return new Recovery.Attached();
    }

    private void forget(ScriptedRun run) {
        runs.remove(run.id(), run);
        run.handle().remove();
    }

    private TaskUsage sample(TaskId id, long tick) {
        long rss = 1024 * (1024 + Math.floorMod(id.hashCode() * 31L + tick * 7919L, 1024L));
        return new TaskUsage(
                resources.clock().instant(),
                OptionalLong.of(rss),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                OptionalLong.empty());
    }
}
