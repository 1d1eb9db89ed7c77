package io.outrider.agent.standalone.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;

/**
 * An alloc as it is kept: the job is kept once for all allocs of a version.
 *
 * @param alloc without its job
 * @param jobCreateIndex of the registration that the version belongs to
 * @param jobVersion the version that it runs
 */
record KeptAlloc(
        @JsonProperty("Alloc") Alloc alloc,
        @JsonProperty("JobCreateIndex") long jobCreateIndex,
        @JsonProperty("JobVersion") long jobVersion) {

    static KeptAlloc of(Alloc alloc) {
        Job job = alloc.job();
        return new KeptAlloc(
                alloc.edit().job(null).done(),
                job == null ? 0 : Keys.number(job.createIndex()),
                job == null ? 0 : Keys.number(job.version()));
    }

    /** The key of the version that it runs. */
    String version() {
        return Keys.version(
                Keys.of(Keys.namespace(alloc.namespace()), String.valueOf(alloc.jobId())), jobCreateIndex, jobVersion);
    }
}
