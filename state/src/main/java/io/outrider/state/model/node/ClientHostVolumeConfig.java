package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** A host volume of the agent's configuration. */
public record ClientHostVolumeConfig(
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("Path") @Nullable String path,
        @JsonProperty("ReadOnly") @Nullable Boolean readOnly) {}
