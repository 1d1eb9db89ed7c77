package io.outrider.runners.task.machine;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.StartedTask.DriverNetwork;
import io.outrider.drivers.TaskHandle;
import io.outrider.runners.hook.HookState;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What must survive the agent so that a task can go on (behaviour section 7, {@code local_state}).
 *
 * @param hooks what is kept of each hook, by name
 * @param handle the present run: durable before it starts, gone when it has been cleaned up
 * @param started whether people have been told that this run started
 * @param exit how this run ended, when people have been told but it has not been cleaned up yet
 * @param network the address that the driver gave this run
 * @param runComplete whether the task will never run again
 */
public record LocalState(
        @Nullable Map<String, HookState> hooks,
        @Nullable TaskHandle handle,
        boolean started,
        @Nullable ExitResult exit,
        @Nullable DriverNetwork network,
        boolean runComplete) {

    /** Nothing yet. */
    public static LocalState none() {
        return new LocalState(Map.of(), null, false, null, null, false);
    }

    /** What is kept of each hook; empty when nothing is. */
    public Map<String, HookState> hookStates() {
        return Objects.requireNonNullElse(hooks, Map.of());
    }

    Optional<TaskHandle> heldHandle() {
        return Optional.ofNullable(handle);
    }

    LocalState withHooks(Map<String, HookState> next) {
        return new LocalState(next, handle, started, exit, network, runComplete);
    }

    LocalState withHandle(TaskHandle next) {
        return new LocalState(hooks, next, false, null, null, runComplete);
    }

    LocalState withStarted(@Nullable DriverNetwork next) {
        return new LocalState(hooks, handle, true, exit, next, runComplete);
    }

    LocalState withExit(ExitResult next) {
        return new LocalState(hooks, handle, started, next, network, runComplete);
    }

    LocalState withoutRun() {
        return new LocalState(hooks, null, false, null, null, runComplete);
    }

    LocalState completed() {
        return new LocalState(hooks, handle, started, exit, network, true);
    }
}
