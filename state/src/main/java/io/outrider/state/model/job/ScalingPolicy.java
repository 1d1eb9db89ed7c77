package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonView;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.Shape;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits and free-form policy for an autoscaler.
 *
 * @param namespace only in the shape of job files, not in server answers
 */
public record ScalingPolicy(
        @JsonProperty("ID") @Nullable String id,

        @JsonProperty("Namespace") @JsonView(Shape.JobFile.class) @Nullable
        String namespace,

        @JsonProperty("Type") @Nullable String type,
        @JsonProperty("Target") @Nullable Map<String, String> target,
        @JsonProperty("Policy") @Nullable Map<String, Object> policy,
        @JsonProperty("Min") @Nullable Long min,
        @JsonProperty("Max") @Nullable Long max,
        @JsonProperty("Enabled") @Nullable Boolean enabled,
        @JsonProperty("CreateIndex") @Nullable Long createIndex,
        @JsonProperty("ModifyIndex") @Nullable Long modifyIndex) {
    public ScalingPolicy {
        target = Immutable.map(target);
        policy = Immutable.map(policy);
    }
}
