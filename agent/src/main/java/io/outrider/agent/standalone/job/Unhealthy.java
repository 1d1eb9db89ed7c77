package io.outrider.agent.standalone.job;

import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.model.alloc.AllocDeploymentStatus;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.job.Task;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.policy.UpdateStrategy;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds allocs of services that certainly never were healthy: they have failed, and one of their main tasks never ran
 * for the time that makes it healthy. Of others nothing is said.
 */
final class Unhealthy {

    private static final String FIRST = "Received";
    private static final String STARTED = "Started";
    private static final String ENDED = "Terminated";

    private Unhealthy() {}

    /** What a node tells of an alloc, with the word about its health that follows from it. */
    static ClientPart judged(Alloc held, ClientPart told) {
        boolean judge = "failed".equals(told.status())
                && told.deploymentStatus() == null
                && held.job() != null
                && "service".equals(held.job().type());
        Optional<TaskGroup> group = judge ? held.group() : Optional.empty();
        return group.filter(wanted -> neverHealthy(wanted, told.taskStates()))
                .map(wanted -> new ClientPart(
                        told.status(),
                        told.description(),
                        told.taskStates(),
                        new AllocDeploymentStatus(false, null, false, 0L),
                        told.networkStatus()))
                .orElse(told);
    }

    private static boolean neverHealthy(TaskGroup group, @Nullable Map<String, TaskState> states) {
        UpdateStrategy update = group.update();
        if (update == null || states == null || isNone(update.maxParallel()) || isNone(update.minHealthyTime())) {
            return false;
        }
        long needed = Objects.requireNonNull(update.minHealthyTime());
        return group.taskList().stream()
                .filter(Unhealthy::isMain)
                .map(task -> states.get(task.name()))
                .anyMatch(state -> state != null && isWholeStory(state) && longestRun(state) < needed);
    }

    private static boolean isNone(@Nullable Long number) {
        return number == null || number <= 0;
    }

    private static boolean isMain(Task task) {
        return task.lifecycle() == null;
    }

    /** Old events go first. */
    private static boolean isWholeStory(TaskState state) {
        return !state.events().isEmpty() && FIRST.equals(state.events().get(0).type());
    }

    /** Nanoseconds. */
    private static long longestRun(TaskState state) {
        long longest = 0;
        long started = 0;
        for (TaskEvent event : state.events()) {
            if (event.type().equals(STARTED)) {
                started = event.time();
            } else if (event.type().equals(ENDED) && started > 0) {
                longest = Math.max(longest, event.time() - started);
                started = 0;
            }
        }
        return started > 0 ? Math.max(longest, sinceStart(state, started)) : longest;
    }

    /** A run of which no end was told lasted until the task was dead, as far as anybody knows. */
    private static long sinceStart(TaskState state, long started) {
        Instant finished = state.finishedAt();
        return finished == null
                ? Long.MAX_VALUE
                : finished.getEpochSecond() * 1_000_000_000L + finished.getNano() - started;
    }
}
