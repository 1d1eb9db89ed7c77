package io.outrider.state.model.node;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something that happened to a node. */
public record NodeEvent(
        @JsonProperty("Message") @Nullable String message,
        @JsonProperty("Subsystem") @Nullable String subsystem,
        @JsonProperty("Details") @Nullable Map<String, String> details,
        @JsonProperty("Timestamp") @Nullable Instant timestamp,
        @JsonProperty("CreateIndex") @Nullable Long createIndex) {
    public NodeEvent {
        details = Immutable.map(details);
    }
}
