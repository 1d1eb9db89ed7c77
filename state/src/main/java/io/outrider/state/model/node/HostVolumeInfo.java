package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** A host volume that a node offers. */
public record HostVolumeInfo(
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("Path") @Nullable String path,
        @JsonProperty("ReadOnly") @Nullable Boolean readOnly) {}
