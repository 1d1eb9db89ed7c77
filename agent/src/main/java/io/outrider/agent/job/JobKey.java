package io.outrider.agent.job;

import io.outrider.state.model.job.Job;
import java.util.Objects;

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

    @Override
    public String toString() {
        return namespace.equals("default") ? id : namespace + "/" + id;
    }
}
