package io.outrider.agent.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import io.outrider.state.store.StateKey;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A job as this agent keeps it over a restart.
 *
 * @param job with its defaults filled in
 * @param allocs without the job and without what the runners know of them: that is kept once, elsewhere
 * @param stopped whether it has been asked to stop
 */
record PlacedJob(
        @JsonProperty("Job") Job job,
        @JsonProperty("Allocs") List<Alloc> allocs,
        @JsonProperty("Stopped") boolean stopped) {

    private static final String PREFIX = "job/";

    PlacedJob {
        allocs = List.copyOf(allocs);
    }

    JobKey key() {
        return JobKey.of(job);
    }

    /** The newest run of a job as its allocs tell of it; empty when none of them carries the job. */
    static Optional<PlacedJob> of(List<Alloc> ofOneJob) {
        Optional<Alloc> newest =
                ofOneJob.stream().filter(alloc -> alloc.job() != null).max(Comparator.comparingLong(PlacedJob::born));
        return newest.map(last -> {
            List<Alloc> allocs = ofOneJob.stream()
                    .filter(alloc -> born(alloc) == born(last))
                    .map(alloc -> Allocs.withJob(alloc, null))
                    .toList();
            boolean stopped = allocs.stream().noneMatch(alloc -> "run".equals(alloc.desiredStatus()));
            return new PlacedJob(Objects.requireNonNull(last.job()), allocs, stopped);
        });
    }

    private static long born(Alloc alloc) {
        return Objects.requireNonNullElse(alloc.createIndex(), 0L);
    }

    static boolean holds(StateKey key) {
        return key.table() == StateKey.Table.META && key.id().startsWith(PREFIX);
    }

    static StateKey stateKey(JobKey key) {
        return new StateKey(StateKey.Table.META, PREFIX + key.namespace() + "/" + key.id());
    }
}
