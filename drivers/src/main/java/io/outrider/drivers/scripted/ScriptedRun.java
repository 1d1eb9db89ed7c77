package io.outrider.drivers.scripted;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.TaskStatus;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.streams.Once;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** One scripted task, from start to end. */
final class ScriptedRun {

    private final TaskId id;
    private final Script script;
    private final ScriptedHandle handle;
    private final Clock clock;
    private final Scheduler timer;
    private final Scheduler io;
    private final AtomicBoolean taken = new AtomicBoolean();
    private final Once<Boolean> kill = new Once<>();
    private final Once<ExitResult> exit = new Once<>();
    private volatile @Nullable Instant startedAt;
    private volatile @Nullable Instant completedAt;
    private volatile @Nullable ExitResult result;

    ScriptedRun(TaskId id, ScriptedHandle handle, ScriptedDriver.Resources resources) {
        this.id = id;
        this.handle = handle;
        this.script = Script.of(handle.config());
        this.clock = resources.clock();
        this.timer = resources.timer();
        this.io = resources.io();
    }

    TaskId id() {
        return id;
    }

    Script script() {
        return script;
    }

    ScriptedHandle handle() {
        return handle;
    }

    /** True for the first caller: the one who runs {@link #life}. */
    boolean begin(Instant startedAt) {
        if (!taken.compareAndSet(false, true)) {
            return false;
        }
        this.startedAt = startedAt;
        return true;
    }

    /** Runs the script, beginning {@code elapsed} after its start, and sets the exit. */
    Mono<Void> life(Optional<LogFifos> logs, Duration elapsed) {
        Script.Command command = script.command();
        Duration left = command.runFor().minus(elapsed);
        Mono<Boolean> end = left.isNegative() || left.isZero()
                ? Mono.just(true)
                : Mono.firstWithSignal(Mono.delay(left, timer).thenReturn(true), kill.value());
        Flux<Void> output = elapsed.isZero() ? output(command, logs) : Flux.empty();
        return Mono.when(end, output.takeUntilOther(kill.value())).then(Mono.fromRunnable(() -> finish(command)));
    }

    /** The outcome, to every subscriber. */
    Mono<ExitResult> exit() {
        return exit.value();
    }

    boolean ended() {
        return result != null;
    }

    /** Whether {@link #begin} has been called. */
    boolean begun() {
        return taken.get();
    }

    /** Ends the run now; one that has not begun ends as soon as it does. */
    void kill() {
        kill.set(true);
    }

    TaskStatus status() {
        @Nullable ExitResult ended = result;
        TaskStatus.State state = ended != null
                ? TaskStatus.State.EXITED
                : startedAt != null ? TaskStatus.State.RUNNING : TaskStatus.State.PREPARED;
        return new TaskStatus(
                id,
                state,
                Optional.ofNullable(startedAt),
                Optional.ofNullable(completedAt),
                Optional.ofNullable(ended),
                Map.of());
    }

    private Flux<Void> output(Script.Command command, Optional<LogFifos> logs) {
        return logs.map(fifos ->
                        Flux.merge(writes(command.stdout(), fifos.stdout()), writes(command.stderr(), fifos.stderr())))
                .orElse(Flux.empty());
    }

    private Flux<Void> writes(Script.Out out, Path fifo) {
        if (out.text().isEmpty()) {
            return Flux.empty();
        }
        Mono<Void> once = FifoText.write(fifo, out.text()).subscribeOn(io);
        Flux<Void> repeats = Flux.range(0, Math.max(0, out.repeats()))
                .concatMap(i -> Mono.delay(out.spacing(), timer).then(once), 1);
        return Flux.concat(once, repeats);
    }

    private void finish(Script.Command command) {
        Optional<String> message = Optional.of(command.exitMessage()).filter(text -> !text.isEmpty());
        ExitResult ended = new ExitResult(
                OptionalInt.of(command.exitCode()), OptionalInt.of(command.exitSignal()), false, message);
        completedAt = clock.instant();
        result = ended;
        exit.set(ended);
    }
}
