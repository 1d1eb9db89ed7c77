package io.outrider.runners.task;

import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.TaskConfig.TaskLimits;
import io.outrider.drivers.TaskConfig.TaskNames;
import io.outrider.drivers.TaskId;
import io.outrider.runners.env.GivenResources;
import io.outrider.runners.env.TaskEnv;
import io.outrider.runners.hook.Prestarted;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.resource.Resources;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
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
                map(config, ready.env()),
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

    private static Map<String, Object> map(Map<?, ?> values, TaskEnv env) {
        Map<String, Object> rendered = new TreeMap<>();
        values.forEach((key, value) -> {
            if (value != null) {
                rendered.put(String.valueOf(key), render(value, env));
            }
        });
        return rendered;
    }

    private static Object render(Object value, TaskEnv env) {
        if (value instanceof String text) {
            return env.interpolate(text);
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .filter(Objects::nonNull)
                    .map(item -> render(item, env))
                    .toList();
        }
        return value instanceof Map<?, ?> map ? map(map, env) : value;
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
