package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a task gets its identity token: as environment, as file.
 *
 * @param extraClaims names in a job file, names and values in what servers send
 */
public record WorkloadIdentity(
        @JsonProperty("Env") @Nullable Boolean env,
        @JsonProperty("File") @Nullable Boolean file,

        @JsonProperty("Name") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String name,

        @JsonProperty("Audience") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        List<String> audience,

        @JsonProperty("ChangeMode") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String changeMode,

        @JsonProperty("ChangeSignal") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String changeSignal,

        @JsonProperty("Filepath") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String filepath,

        @JsonProperty("TTL") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Long ttl,

        @JsonProperty("ServiceName") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String serviceName,

        @JsonProperty("ExtraClaims") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Object extraClaims) {}
