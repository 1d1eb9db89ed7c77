package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An alloc's part in a deployment. */
public record AllocDeploymentStatus(
        @JsonProperty("Healthy") @Nullable Boolean healthy,
        @JsonProperty("Timestamp") @Nullable Instant timestamp,
        @JsonProperty("Canary") @Nullable Boolean canary,
        @JsonProperty("ModifyIndex") @Nullable Long modifyIndex) {}
