package io.outrider.agent.job;

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

    @Override
    public String toString() {
        return namespace.equals("default") ? id : namespace + "/" + id;
    }
}
