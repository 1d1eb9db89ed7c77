package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a task gets at Vault. */
public record Vault(
        @JsonProperty("Policies") @Nullable List<String> policies,
        @JsonProperty("Namespace") @Nullable String namespace,
        @JsonProperty("Env") @Nullable Boolean env,
        @JsonProperty("DisableFile") @Nullable Boolean disableFile,
        @JsonProperty("ChangeMode") @Nullable String changeMode,
        @JsonProperty("ChangeSignal") @Nullable String changeSignal,

        @JsonProperty("Role") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String role,

        @JsonProperty("Cluster") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String cluster,

        @JsonProperty("AllowTokenExpiration") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Boolean allowTokenExpiration) {
    public Vault {
        policies = Immutable.list(policies);
    }
}
