package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of a group's count, or a note about it.
 *
 * @param time nanoseconds since 1970
 * @param count the new count; null for a note
 */
public record ScalingEvent(
        @JsonProperty("Time") long time,
        @JsonProperty("Count") @Nullable Long count,
        @JsonProperty("PreviousCount") long previousCount,
        @JsonProperty("Message") @Nullable String message,
        @JsonProperty("Error") boolean error,
        @JsonProperty("Meta") @Nullable Map<String, Object> meta,
        @JsonProperty("EvalID") @Nullable String evalId,
        @JsonProperty("CreateIndex") long createIndex) {
    public ScalingEvent {
        meta = Immutable.map(meta);
    }
}
