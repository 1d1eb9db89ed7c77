package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many allocs of a job are in which state, by group, and how its children are. */
public record JobSummary(
        @JsonProperty("JobID") String jobId,
        @JsonProperty("Namespace") String namespace,
        @JsonProperty("Summary") @Nullable Map<String, Group> summary,
        @JsonProperty("Children") @Nullable Children children,
        @JsonProperty("CreateIndex") long createIndex,
        @JsonProperty("ModifyIndex") long modifyIndex) {
    public JobSummary {
        summary = Immutable.map(summary);
    }

    /** These counts as of another index. */
    public JobSummary at(long index) {
        return new JobSummary(jobId, namespace, summary, children, createIndex, index);
    }

    /** Counts of one group. */
    public record Group(
            @JsonProperty("Queued") long queued,
            @JsonProperty("Complete") long complete,
            @JsonProperty("Failed") long failed,
            @JsonProperty("Running") long running,
            @JsonProperty("Starting") long starting,
            @JsonProperty("Lost") long lost,
            @JsonProperty("Unknown") long unknown) {}

    /** Counts of dispatched and periodic children by status. */
    public record Children(
            @JsonProperty("Pending") long pending,
            @JsonProperty("Running") long running,
            @JsonProperty("Dead") long dead) {
        /** No children. */
        public static final Children NONE = new Children(0, 0, 0);
    }
}
