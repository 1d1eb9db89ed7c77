package io.outrider.agent.standalone.request;

import io.outrider.state.model.alloc.AllocMetric;
import io.outrider.state.model.cluster.PlanAnnotations;
import io.outrider.state.model.diff.JobDiff;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What registering a job would do.
 *
 * @param jobModifyIndex of the job as it is held; 0 when it is not
 * @param diff between the two, when asked for
 * @param annotations what would become of allocs
 * @param failed why groups could not be placed, by name; may be empty
 * @param nextLaunch of a periodic job
 * @param warnings may be empty
 * @param index of the state that was looked at
 */
public record Planned(
        long jobModifyIndex,
        Optional<JobDiff> diff,
        PlanAnnotations annotations,
        Map<String, AllocMetric> failed,
        Optional<Instant> nextLaunch,
        String warnings,
        long index) {
    public Planned {
        failed = new LinkedHashMap<>(failed);
    }
}
