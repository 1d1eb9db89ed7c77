package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Makes a task a CSI plugin.
 *
 * @param healthTimeout nanoseconds
 */
public record CsiPluginConfig(
        @JsonProperty("ID") @Nullable String id,
        @JsonProperty("Type") @Nullable String type,
        @JsonProperty("MountDir") @Nullable String mountDir,
        @JsonProperty("StagePublishBaseDir") @Nullable String stagePublishBaseDir,
        @JsonProperty("HealthTimeout") @Nullable Long healthTimeout) {}
