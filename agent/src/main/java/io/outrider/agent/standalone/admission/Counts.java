package io.outrider.agent.standalone.admission;

import io.outrider.state.model.cluster.JobEdit;
import io.outrider.state.model.job.Job;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Counts of groups. Pure. */
public final class Counts {

    private Counts() {}

    /** {@code job} with the counts that its groups have in {@code held}. */
    public static Job keep(Job held, Job job) {
        Map<String, Long> counts = new HashMap<>();
        held.groups().forEach(group -> counts.put(group.name(), Objects.requireNonNullElse(group.count(), 1L)));
        return new JobEdit(job)
                .taskGroups(job.groups().stream()
                        .map(group -> Groups.withCount(group, counts.getOrDefault(group.name(), group.count())))
                        .toList())
                .done();
    }

    /** {@code job} with another count of one group. */
    public static Job with(Job job, String name, long count) {
        return new JobEdit(job)
                .taskGroups(job.groups().stream()
                        .map(group -> group.name().equals(name) ? Groups.withCount(group, count) : group)
                        .toList())
                .done();
    }
}
