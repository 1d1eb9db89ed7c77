package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The text that a version of a job was made from. */
public record JobSubmission(
        @JsonProperty("Source") @Nullable String source,
        @JsonProperty("Format") @Nullable String format,
        @JsonProperty("VariableFlags") @Nullable Map<String, String> variableFlags,
        @JsonProperty("Variables") @Nullable String variables,
        @JsonProperty("Namespace") @Nullable String namespace,
        @JsonProperty("JobID") @Nullable String jobId,
        @JsonProperty("Version") @Nullable Long version,
        @JsonProperty("JobModifyIndex") @Nullable Long jobModifyIndex) {
    public JobSubmission {
        variableFlags = Immutable.map(variableFlags);
    }

    /** This text as that of one version of one job. */
    public JobSubmission of(String ownerNamespace, String id, long number, long index) {
        return new JobSubmission(source, format, variableFlags, variables, ownerNamespace, id, number, index);
    }
}
