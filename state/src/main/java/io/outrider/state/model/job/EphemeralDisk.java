package io.outrider.state.model.job;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** The disk that the tasks of an alloc share. */
public record EphemeralDisk(
        @JsonProperty("Sticky") @Nullable Boolean sticky,
        @JsonProperty("SizeMB") @Nullable Long sizeMb,
        @JsonProperty("Migrate") @Nullable Boolean migrate) {}
