package io.outrider.agent.job;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import java.util.List;

/**
 * A job that this agent runs, as it was placed.
 *
 * @param key its name
 * @param job the job with its defaults filled in
 * @param allocs one per group and count, in the order of the job file
 * @param resumed whether it was here already: its tasks were found again, not started anew. They may have ended
 *     since an earlier agent left them
 */
public record RunningJob(JobKey key, Job job, List<Alloc> allocs, boolean resumed) {
    public RunningJob {
        allocs = List.copyOf(allocs);
    }
}
