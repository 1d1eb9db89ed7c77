package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** A volume that a group asks for. */
public record VolumeRequest(
        @JsonProperty("Name") @Nullable String name,
        @JsonProperty("Type") @Nullable String type,
        @JsonProperty("Source") @Nullable String source,
        @JsonProperty("ReadOnly") @Nullable Boolean readOnly,
        @JsonProperty("AccessMode") @Nullable String accessMode,
        @JsonProperty("AttachmentMode") @Nullable String attachmentMode,
        @JsonProperty("MountOptions") @Nullable CsiMountOptions mountOptions,
        @JsonProperty("PerAlloc") @Nullable Boolean perAlloc,

        @JsonProperty("Sticky") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Boolean sticky) {}
