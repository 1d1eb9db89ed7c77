package io.outrider.state.model.cluster;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was done to the counts of a job's groups.
 *
 * @param namespace of the job
 * @param jobId the job
 * @param groups newest first, by group
 */
public record Scalings(
        @JsonProperty("Namespace") String namespace,
        @JsonProperty("JobID") String jobId,
        @JsonProperty("Groups") Map<String, List<ScalingEvent>> groups) {

    private static final int KEPT = 20;

    public Scalings {
        groups = Map.copyOf(groups);
    }

    /** With one event more, and without the oldest when there are too many. */
    public Scalings with(String group, ScalingEvent event) {
        List<ScalingEvent> events = new ArrayList<>();
        events.add(event);
        events.addAll(groups.getOrDefault(group, List.of()));
        Map<String, List<ScalingEvent>> all = new LinkedHashMap<>(groups);
        all.put(group, List.copyOf(events.subList(0, Math.min(KEPT, events.size()))));
        return new Scalings(namespace, jobId, all);
    }
}
