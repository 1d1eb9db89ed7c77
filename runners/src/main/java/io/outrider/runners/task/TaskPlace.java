package io.outrider.runners.task;

import io.outrider.runners.restart.RestartRules;
import io.outrider.runners.restart.RestartRules.Mode;
import io.outrider.runners.task.machine.TaskSpec;
import io.outrider.runners.task.machine.TaskSpec.KillSpec;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.policy.RestartPolicy;
import io.outrider.state.model.task.TaskLifecycleConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A task where its alloc's job has it, with what the job leaves out filled in (behaviour sections 4.1, 4.10).
 *
 * @param job the job
 * @param group the alloc's group
 * @param task the task
 */
public record TaskPlace(Job job, TaskGroup group, Task task) {

    private static final Duration INTERVAL = Duration.ofMinutes(30);
    private static final Duration BATCH_INTERVAL = Duration.ofHours(24);
    private static final Duration DEFAULT_KILL_TIMEOUT = Duration.ofSeconds(5);

    /** The place of {@code task} in {@code alloc}; empty when the alloc's job has no such task. */
    public static Optional<TaskPlace> of(Alloc alloc, String task) {
        return alloc.group().flatMap(group -> group.taskList().stream()
                .filter(candidate -> candidate.name().equals(task))
                .findFirst()
                .map(found -> new TaskPlace(Objects.requireNonNull(alloc.job(), "job"), group, found)));
    }

    /** {@code prestart}, {@code poststart}, {@code poststop}, or empty for a main task. */
    public String lifecycleHook() {
        TaskLifecycleConfig lifecycle = task.lifecycle();
        return lifecycle == null ? "" : Objects.requireNonNullElse(lifecycle.hook(), "");
    }

    /** Whether the task runs beside the main tasks. */
    public boolean sidecar() {
        TaskLifecycleConfig lifecycle = task.lifecycle();
        return lifecycle != null && Boolean.TRUE.equals(lifecycle.sidecar());
    }

    /** Whether the task's end ends the whole alloc. */
    public boolean leader() {
        return Boolean.TRUE.equals(task.leader());
    }

    /** Wait between the signal and the force, at most {@code max}. */
    public Duration killTimeout(Duration max) {
        Duration asked = task.killTimeoutDuration().orElse(DEFAULT_KILL_TIMEOUT);
        return asked.compareTo(max) > 0 ? max : asked;
    }

    /** What the machine must know of the task. */
    TaskSpec spec(Alloc alloc, TaskServices.Settings settings) {
        KillSpec kill = new KillSpec(
                Objects.requireNonNullElse(task.killSignal(), ""),
                killTimeout(settings.maxKillTimeout()),
                task.shutdownDelayDuration().orElse(Duration.ZERO));
        boolean poststop = lifecycleHook().equals("poststop");
        boolean terminal = alloc.clientTerminal() || (alloc.serverTerminal() && !poststop);
        return new TaskSpec(rules(), kill, poststop, type().startsWith("sys"), terminal, settings.maxEvents());
    }

    private RestartRules rules() {
        boolean batch = type().equals("batch") || type().equals("sysbatch");
        String mode = policy(RestartPolicy::mode).orElse("fail");
        return new RestartRules(
                policy(RestartPolicy::attempts).map(Number::intValue).orElse(batch ? 3 : 2),
                policy(RestartPolicy::interval).map(Duration::ofNanos).orElse(batch ? BATCH_INTERVAL : INTERVAL),
                policy(RestartPolicy::delay).map(Duration::ofNanos).orElse(Duration.ofSeconds(15)),
                mode.equals("delay") ? Mode.DELAY : Mode.FAIL,
                onSuccess(batch));
    }

    private boolean onSuccess(boolean batch) {
        return switch (lifecycleHook()) {
            case "prestart", "poststart" -> sidecar();
            case "poststop" -> false;
            default -> !batch;
        };
    }

    private <T> Optional<T> policy(Function<RestartPolicy, @Nullable T> part) {
        return Optional.ofNullable(task.restartPolicy())
                .<T>map(part::apply)
                .or(() -> Optional.ofNullable(group.restartPolicy()).map(part::apply));
    }

    private String type() {
        return Objects.requireNonNullElse(job.type(), "service");
    }
}
