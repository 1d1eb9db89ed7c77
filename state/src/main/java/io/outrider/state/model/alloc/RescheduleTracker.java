package io.outrider.state.model.alloc;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Earlier tries of an alloc. */
public record RescheduleTracker(
        @JsonProperty("Events") @Nullable List<RescheduleEvent> events) {
    public RescheduleTracker {
        events = Immutable.list(events);
    }

    /**
     * One earlier try.
     *
     * @param rescheduleTime nanoseconds since 1970
     * @param delay nanoseconds
     */
    public record RescheduleEvent(
            @JsonProperty("RescheduleTime") @Nullable Long rescheduleTime,
            @JsonProperty("PrevAllocID") @Nullable String prevAllocId,
            @JsonProperty("PrevNodeID") @Nullable String prevNodeId,
            @JsonProperty("Delay") @Nullable Long delay) {}
}
