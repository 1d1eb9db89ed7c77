package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** How a task gets its identity token: as environment, as file. */
public record WorkloadIdentity(
        @JsonProperty("Env") @Nullable Boolean env,
        @JsonProperty("File") @Nullable Boolean file) {}
