package io.outrider.runners.hook;

import io.outrider.runners.dir.AllocDir;
import io.outrider.runners.env.TaskEnv;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Task;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a task hook may know. Nothing can be written through it but events; state goes out with the response (row R73).
 *
 * @param alloc the version of the alloc that counts now
 * @param task the task in it
 * @param dir the alloc's directories
 * @param restarts how often the task has been restarted so far
 * @param env builds the task's environment with what the hooks before this one have added; not to be kept
 * @param previousState what this hook's last response said; empty when there was none
 * @param events takes an event of the task; never blocks, keeps the order
 */
public record TaskRequest(
        Alloc alloc,
        Task task,
        AllocDir dir,
        long restarts,
        Supplier<TaskEnv> env,
        Map<String, String> previousState,
        Consumer<HookEvent> events) {

    public TaskRequest {
        previousState = Map.copyOf(previousState);
    }

    /** The same for a hook that last said {@code state}. */
    public TaskRequest withPreviousState(Map<String, String> state) {
        return new TaskRequest(alloc, task, dir, restarts, env, state, events);
    }
}
