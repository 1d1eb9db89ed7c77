package io.outrider.agent.job;

import io.outrider.state.model.alloc.Alloc;
import java.util.List;

/**
 * A job at one moment.
 *
 * @param key its name
 * @param allocs each with what the runners last said of it
 * @param stopped whether it has been asked to stop
 */
public record JobStatus(JobKey key, List<Alloc> allocs, boolean stopped) {

    public JobStatus {
        allocs = List.copyOf(allocs);
    }

    /** Whether every alloc has ended: nothing of it will run again, and no task is still on its way out. */
    public boolean ended() {
        return allocs.stream().allMatch(JobStatus::ended);
    }

    static boolean ended(Alloc alloc) {
        return alloc.clientTerminal() && tasksAreDead(alloc);
    }

    /** An alloc is failed as soon as one of its tasks is; the others are only then told to stop. */
    private static boolean tasksAreDead(Alloc alloc) {
        return alloc.taskStates() == null
                || alloc.taskStates().values().stream().allMatch(state -> "dead".equals(state.state()));
    }
}
