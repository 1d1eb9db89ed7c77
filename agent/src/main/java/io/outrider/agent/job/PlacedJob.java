package io.outrider.agent.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import io.outrider.state.store.StateKey;
import java.util.List;

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

    static boolean holds(StateKey key) {
        return key.table() == StateKey.Table.META && key.id().startsWith(PREFIX);
    }

    static StateKey stateKey(JobKey key) {
        return new StateKey(StateKey.Table.META, PREFIX + key.namespace() + "/" + key.id());
    }
}
