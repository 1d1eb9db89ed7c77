package io.outrider.runners.hook.task;

import io.outrider.drivers.logs.LogDrain;
import io.outrider.drivers.logs.LogSource;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.task.LogConfig;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Has the task's output collected. It is never done: each start attaches again, whatever agent or drain was there
 * before (row R79).
 */
final class LogsHook implements TaskHook.Prestart, TaskHook.Exited, TaskHook.Stop {

    private static final String RESTARTS = "restarts";
    private static final long MAX_FILES = 10;
    private static final long MAX_FILE_MB = 10;
    private static final long MEGA = 1024 * 1024;

    private final LogDrain drain;
    private final Predicate<String> collectsLogs;

    LogsHook(LogDrain drain, Predicate<String> collectsLogs) {
        this.drain = drain;
        this.collectsLogs = collectsLogs;
    }

    @Override
    public String name() {
        return "logmon";
    }

    @Override
    public Duration deadline() {
        return Duration.ofSeconds(30);
    }

    /** The drain works in folders of the alloc, while the task's own are built. */
    @Override
    public boolean besidePrevious() {
        return true;
    }

    @Override
    public Mono<PrestartResponse> prestart(TaskRequest request) {
        return Mono.defer(() -> collects(request.task()) ? attach(request) : Mono.just(PrestartResponse.again()));
    }

    private Mono<PrestartResponse> attach(TaskRequest request) {
        PrestartResponse response =
                PrestartResponse.again().withState(Map.of(RESTARTS, String.valueOf(request.restarts())));
        return drain.attach(source(request))
                .flatMap(fifos -> markRestart(request).thenReturn(response.withLogs(fifos)))
                .onErrorMap(error -> HookException.retryable("cannot collect output: " + error.getMessage(), error));
    }

    /** A task that an agent only finds again has not been restarted; the count tells them apart. */
    private Mono<Void> markRestart(TaskRequest request) {
        String before = request.previousState().get(RESTARTS);
        boolean restarted = before != null && !before.equals(String.valueOf(request.restarts()));
        return restarted ? drain.mark(source(request)) : Mono.empty();
    }

    @Override
    public Mono<Void> exited(TaskRequest request) {
        // Attached again first: a run that was found and killed at once never came to its prestart hooks.
        return Mono.defer(() -> collects(request.task())
                ? drain.attach(source(request)).then(drain.settle(source(request)))
                : Mono.empty());
    }

    @Override
    public Mono<Void> stop(TaskRequest request) {
        return Mono.defer(() -> collects(request.task()) ? drain.detach(source(request)) : Mono.empty());
    }

    private boolean collects(Task task) {
        LogConfig config = task.logConfig();
        boolean disabled = config != null && Boolean.TRUE.equals(config.disabled());
        return !disabled && collectsLogs.test(Immutable.text(task.driver()));
    }

    private static LogSource source(TaskRequest request) {
        LogConfig config = request.task().logConfig();
        long files = config == null ? MAX_FILES : positiveOr(MAX_FILES, config.maxFiles());
        long megabytes = config == null ? MAX_FILE_MB : positiveOr(MAX_FILE_MB, config.maxFileSizeMb());
        return new LogSource(
                Immutable.text(request.alloc().id()),
                Immutable.text(request.task().name()),
                request.dir().logs(),
                Math.toIntExact(files),
                megabytes * MEGA);
    }

    private static long positiveOr(long otherwise, @Nullable Long value) {
        return value == null || value <= 0 ? otherwise : value;
    }
}
