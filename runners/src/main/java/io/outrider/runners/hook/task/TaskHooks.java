package io.outrider.runners.hook.task;

import io.outrider.drivers.logs.LogDrain;
import io.outrider.runners.hook.TaskHook;
import java.util.List;
import java.util.function.Predicate;

/** The hooks of every task. */
public final class TaskHooks {

    private TaskHooks() {}

    /**
     * In the order in which all their moments come.
     *
     * @param drain collects what tasks print
     * @param collectsLogs whether tasks of a driver, by its name, print into FIFOs
     */
    public static List<TaskHook> all(LogDrain drain, Predicate<String> collectsLogs) {
        return List.of(
                new ValidateHook(),
                new UnsupportedTaskHook(),
                new TaskDirHook(),
                new LogsHook(drain, collectsLogs),
                new DispatchPayloadHook());
    }
}
