package io.outrider.state.model.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonView;
import io.outrider.state.model.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Rotation of a task's logs.
 *
 * @param enabled only in the shape of job files, not in server answers
 */
public record LogConfig(
        @JsonProperty("MaxFiles") @Nullable Long maxFiles,
        @JsonProperty("MaxFileSizeMB") @Nullable Long maxFileSizeMb,
        @JsonProperty("Disabled") @Nullable Boolean disabled,

        @JsonProperty("Enabled") @JsonView(Shape.JobFile.class) @Nullable
        Boolean enabled) {}
