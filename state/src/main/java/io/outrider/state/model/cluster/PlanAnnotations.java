package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Immutable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a plan would do, by group. */
public record PlanAnnotations(
        @JsonProperty("DesiredTGUpdates") @Nullable Map<String, DesiredUpdates> desired,
        @JsonProperty("PreemptedAllocs") @Nullable List<Object> preempted) {
    public PlanAnnotations {
        desired = Immutable.map(desired);
        preempted = Immutable.list(preempted);
    }

    /** Numbers of allocs of one group, by what becomes of them. */
    public record DesiredUpdates(
            @JsonProperty("Ignore") long ignore,
            @JsonProperty("Place") long place,
            @JsonProperty("Migrate") long migrate,
            @JsonProperty("Stop") long stop,
            @JsonProperty("InPlaceUpdate") long inPlaceUpdate,
            @JsonProperty("DestructiveUpdate") long destructiveUpdate,
            @JsonProperty("Canary") long canary,
            @JsonProperty("Preemptions") long preemptions) {}
}
