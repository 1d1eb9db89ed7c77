package io.outrider.agent.standalone.job;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.cron.LaunchTimes;
import io.outrider.agent.standalone.request.JobRegistration;
import io.outrider.agent.standalone.request.Planned;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.room.Chance;
import io.outrider.agent.standalone.schedule.Plan;
import io.outrider.agent.standalone.schedule.Scheduler;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.jobspec.diff.JobDiffs;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.PlanAnnotations;
import io.outrider.state.model.cluster.PlanAnnotations.DesiredUpdates;
import io.outrider.state.model.diff.JobDiff;
import io.outrider.state.model.diff.TaskGroupDiff;
import io.outrider.state.model.job.Job;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says what registering a job would do. Nothing of it is kept. */
public final class Plans {

    private final Evals evals;
    private final Registration registration;
    private final Chance chance;

    public Plans(Evals evals, Registration registration, Chance chance) {
        this.evals = evals;
        this.registration = registration;
        this.chance = chance;
    }

    /** What would become of a job at {@code now}; refuses with what registering it would. */
    public Planned plan(Job job, boolean diff, ClusterState state, Instant now) {
        Draft draft = new Draft(state, now);
        JobKey key = JobKey.of(job);
        Optional<Job> old = state.job(key);
        Registered registered = registration.register(JobRegistration.of(job), draft);
        Job wanted = Registration.held(key, draft.state());
        Evaluation eval = draft.state()
                .evaluation(registered.evalId())
                .orElseGet(() -> evals.of(wanted, "job-register", draft).done());
        Plan plan = Scheduler.plan(draft.state(), eval, now, chance);
        return new Planned(
                old.map(Job::jobModifyIndex).orElse(0L),
                diff ? Optional.of(diff(old, wanted, plan)) : Optional.empty(),
                new PlanAnnotations(plan.desired(), null),
                plan.failed(),
                LaunchTimes.launches(wanted) ? LaunchTimes.next(wanted, now) : Optional.empty(),
                registered.warnings(),
                state.index());
    }

    private static JobDiff diff(Optional<Job> old, Job wanted, Plan plan) {
        JobDiff diff = JobDiffs.between(old, Optional.of(wanted));
        List<TaskGroupDiff> groups = Objects.requireNonNullElse(diff.taskGroups(), List.<TaskGroupDiff>of()).stream()
                .map(group -> counted(group, plan.desired().get(group.name())))
                .toList();
        return new JobDiff(diff.type(), diff.id(), diff.fields(), diff.objects(), groups.isEmpty() ? null : groups);
    }

    private static TaskGroupDiff counted(TaskGroupDiff group, @Nullable DesiredUpdates desired) {
        return new TaskGroupDiff(
                group.type(),
                group.name(),
                group.fields(),
                group.objects(),
                group.tasks(),
                desired == null ? null : labels(desired));
    }

    private static Map<String, Long> labels(DesiredUpdates desired) {
        Map<String, Long> labels = new LinkedHashMap<>();
        labels.put("ignore", desired.ignore());
        labels.put("create", desired.place());
        labels.put("migrate", desired.migrate());
        labels.put("destroy", desired.stop());
        labels.put("in-place update", desired.inPlaceUpdate());
        labels.put("create/destroy update", desired.destructiveUpdate());
        labels.put("canary", desired.canary());
        labels.values().removeIf(count -> count == 0);
        return labels;
    }
}
