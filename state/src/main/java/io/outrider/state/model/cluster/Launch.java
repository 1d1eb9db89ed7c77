package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * When a periodic job was last launched.
 *
 * @param namespace of the job
 * @param jobId the job
 * @param time seconds since 1970 of the time it was due
 */
public record Launch(
        @JsonProperty("Namespace") String namespace,
        @JsonProperty("JobID") String jobId,
        @JsonProperty("Time") long time) {}
