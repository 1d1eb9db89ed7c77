package io.outrider.agent.standalone.state;

import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.JobSummary;
import io.outrider.state.model.job.Job;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What allocs, evaluations and children mean for a job: its counts and its status. Pure. */
final class Summaries {

    private static final String PENDING = "pending";
    private static final String RUNNING = "running";
    private static final String DEAD = "dead";

    private Summaries() {}

    /** Counts by group: those of the job, and older ones that still have allocs. */
    static Map<String, JobSummary.Group> groups(Job job, List<Alloc> allocs, Map<String, Long> queued) {
        Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
        job.groups().forEach(group -> counts.put(group.name(), new HashMap<>()));
        for (Alloc alloc : allocs) {
            counts.computeIfAbsent(Immutable.text(alloc.taskGroup()), name -> new HashMap<>())
                    .merge(Immutable.text(alloc.clientStatus()), 1L, Long::sum);
        }
        Map<String, JobSummary.Group> groups = new LinkedHashMap<>();
        counts.forEach((name, found) -> groups.put(name, group(found, queued.getOrDefault(name, 0L))));
        return groups;
    }

    private static JobSummary.Group group(Map<String, Long> found, long queued) {
        return new JobSummary.Group(
                queued,
                found.getOrDefault("complete", 0L),
                found.getOrDefault("failed", 0L),
                found.getOrDefault(RUNNING, 0L),
                found.getOrDefault(PENDING, 0L),
                found.getOrDefault("lost", 0L),
                found.getOrDefault("unknown", 0L));
    }

    /** Counts of children by status. */
    static JobSummary.Children children(List<Job> children) {
        Map<String, Long> found = new HashMap<>();
        children.forEach(child -> found.merge(Immutable.text(child.status()), 1L, Long::sum));
        return new JobSummary.Children(
                found.getOrDefault(PENDING, 0L), found.getOrDefault(RUNNING, 0L), found.getOrDefault(DEAD, 0L));
    }

    /** The status of a job. Those that are there to be started again run until they are stopped. */
    static String status(Job job, List<Alloc> allocs, List<Evaluation> evals) {
        boolean stopped = Boolean.TRUE.equals(job.stop());
        if ("system".equals(job.type()) || job.periodic() != null || isTemplate(job)) {
            return stopped ? DEAD : RUNNING;
        }
        if (allocs.stream().anyMatch(Alloc::lives)) {
            return RUNNING;
        }
        if (evals.stream().anyMatch(eval -> !eval.ended())) {
            return PENDING;
        }
        return allocs.isEmpty() && evals.isEmpty() && !stopped ? PENDING : DEAD;
    }

    private static boolean isTemplate(Job job) {
        return job.parameterizedJob() != null && !Boolean.TRUE.equals(job.dispatched());
    }

    static Map<String, Long> queued(JobSummary summary) {
        Map<String, Long> queued = new HashMap<>();
        Objects.requireNonNullElse(summary.summary(), Map.<String, JobSummary.Group>of())
                .forEach((name, group) -> queued.put(name, group.queued()));
        return queued;
    }
}
