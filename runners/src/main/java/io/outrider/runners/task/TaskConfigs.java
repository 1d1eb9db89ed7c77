package io.outrider.runners.task;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.TaskConfig.TaskLimits;
import io.outrider.drivers.TaskConfig.TaskNames;
import io.outrider.drivers.TaskId;
import io.outrider.jobspec.ConfigTemplate;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.runners.env.GivenResources;
import io.outrider.runners.env.TaskEnv;
import io.outrider.runners.hook.Prestarted;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.resource.Resources;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts together what a driver needs for one run of a task. Pure. */
final class TaskConfigs {

    private TaskConfigs() {}

    /** The configuration of the run {@code id}, after its prestart hooks. */
    static TaskConfig of(TaskId id, Alloc alloc, TaskPlace place, Ready ready) {
        Task task = place.task();
        Map<String, Object> config = Objects.requireNonNullElse(task.config(), Map.of());
        return new TaskConfig(
                id,
                names(alloc, place),
                ready.env().variables(),
                evaluated(config, ready.env()),
                Optional.ofNullable(task.user()).filter(user -> !user.isEmpty()).map(ready.env()::interpolate),
                ready.hooks().dirs().orElse(ready.dirs()),
                ready.hooks().logs(),
                limits(alloc, task));
    }

    private static TaskNames names(Alloc alloc, TaskPlace place) {
        Job job = place.job();
        String namespace = Objects.requireNonNullElse(alloc.namespace(), "default");
        return new TaskNames(
                namespace,
                job.id(),
                Objects.requireNonNullElse(job.name(), job.id()),
                place.group().name());
    }

    private static TaskLimits limits(Alloc alloc, Task task) {
        return GivenResources.of(alloc, task.name())
                .map(given -> new TaskLimits(given.cpuShares(), given.memoryMb(), given.memoryMaxMb()))
                .orElseGet(() -> limits(task.resources()));
    }

    private static TaskLimits limits(@Nullable Resources asked) {
        return asked == null
                ? new TaskLimits(0, 0, 0)
                : new TaskLimits(orZero(asked.cpu()), orZero(asked.memoryMb()), orZero(asked.memoryMaxMb()));
    }

    private static long orZero(@Nullable Number number) {
        return number == null ? 0 : number.longValue();
    }

    /** Every text of the block is an HCL template; a name that does not exist fails the task, as in the reference. */
    private static Map<String, Object> evaluated(Map<String, Object> config, TaskEnv env) {
        ConfigTemplate.Result result =
                ConfigTemplate.render(config, env.configTree().root());
        if (result instanceof ConfigTemplate.Rendered rendered) {
            return rendered.config();
        }
        String faults = ((ConfigTemplate.Failed) result)
                .diagnostics().stream().map(Diagnostic::toString).collect(Collectors.joining("; "));
        throw new DriverException(DriverException.Kind.INVALID_CONFIG, "failed to parse config: " + faults);
    }

    /**
     * What a start has to go on.
     *
     * @param env the environment after all hooks
     * @param hooks what the hooks gave
     * @param dirs where the task's directories are if no hook says otherwise
     */
    record Ready(TaskEnv env, Prestarted hooks, TaskDirs dirs) {}
}
