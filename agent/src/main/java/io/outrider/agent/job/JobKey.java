package io.outrider.agent.job;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import java.util.Objects;
import java.util.Optional;

/**
 * Names a job on one agent.
 *
 * @param namespace {@code default} when the job says none
 * @param id the job's ID
 */
public record JobKey(String namespace, String id) {

    public JobKey {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(id, "id");
    }

    /** The key of a job. */
    public static JobKey of(Job job) {
        return new JobKey(Objects.requireNonNullElse(job.namespace(), "default"), job.id());
    }

    /** The key of an alloc's job; empty when the alloc names none. */
    static Optional<JobKey> of(Alloc alloc) {
        return Optional.ofNullable(alloc.jobId())
                .map(id -> new JobKey(Objects.requireNonNullElse(alloc.namespace(), "default"), id));
    }

    @Override
    public String toString() {
        return namespace.equals("default") ? id : namespace + "/" + id;
    }
}
