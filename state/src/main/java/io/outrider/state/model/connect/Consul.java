package io.outrider.state.model.connect;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** Consul settings of a group. */
public record Consul(
        @JsonProperty("Namespace") @Nullable String namespace,

        @JsonProperty("Cluster") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String cluster,

        @JsonProperty("Partition") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String partition) {}
