package io.outrider.state.model.diff;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What became of something from one version to the next. */
public enum DiffType {
    @JsonProperty("None")
    NONE,
    @JsonProperty("Added")
    ADDED,
    @JsonProperty("Deleted")
    DELETED,
    @JsonProperty("Edited")
    EDITED
}
