package io.outrider.agent.standalone.schedule;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.AllocMetric;
import io.outrider.state.model.cluster.PlanAnnotations.DesiredUpdates;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an evaluation comes to. Allocs in it have no index, time or evaluation yet.
 *
 * @param placed new allocs
 * @param stopped allocs to be stopped, by ID, and why
 * @param inPlace allocs that go on under the new version
 * @param failed why groups could not be placed, by name
 * @param queued allocs that are wanted and not placed, for every group
 * @param desired what was wished, for every group
 * @param later IDs of failed allocs that come again after a while
 */
public record Plan(
        List<Alloc> placed,
        Map<String, String> stopped,
        List<Alloc> inPlace,
        Map<String, AllocMetric> failed,
        Map<String, Long> queued,
        Map<String, DesiredUpdates> desired,
        Map<String, Instant> later) {
    public Plan {
        placed = List.copyOf(placed);
        stopped = new LinkedHashMap<>(stopped);
        inPlace = List.copyOf(inPlace);
        failed = new LinkedHashMap<>(failed);
        queued = new LinkedHashMap<>(queued);
        desired = new LinkedHashMap<>(desired);
        later = new LinkedHashMap<>(later);
    }

    /** Whether nothing has to be done to any alloc now. */
    public boolean isEmpty() {
        return placed.isEmpty() && stopped.isEmpty() && inPlace.isEmpty();
    }
}
