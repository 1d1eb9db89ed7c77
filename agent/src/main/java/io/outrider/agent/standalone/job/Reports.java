package io.outrider.agent.standalone.job;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.runners.alloc.AllocUpdate;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.Alloc.ClientPart;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.TaskGroup;
import io.outrider.state.model.policy.ReschedulePolicy;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes what the runners say of allocs. */
public final class Reports {

    private final Evals evals;

    public Reports(Evals evals) {
        this.evals = evals;
    }

    /** Updates the allocs that are still known; a failure makes the scheduler look at the job again. */
    public void take(List<AllocUpdate> updates, Draft draft) {
        draft.cause("AllocationUpdated");
        Set<JobKey> failed = new HashSet<>();
        Set<JobKey> begun = new HashSet<>();
        for (AllocUpdate update : updates) {
            Optional<Alloc> held = draft.state().alloc(update.allocId());
            Optional<ClientPart> told = held.map(alloc -> Unhealthy.judged(alloc, update.client()))
                    .filter(part -> isNews(held.get(), part));
            if (told.isPresent()) {
                take(held.get(), told.get(), draft);
                if (mayComeAgain(held.get(), told.get())) {
                    failed.add(Stops.keyOf(held.get()));
                } else if ("running".equals(told.get().status())) {
                    begun.add(Stops.keyOf(held.get()));
                }
            }
        }
        failed.forEach(key -> look(key, "alloc-failure", draft));
        begun.stream()
                .filter(key -> !failed.contains(key) && isRolling(key, draft))
                .forEach(key -> look(key, "rolling-update", draft));
    }

    /** An alloc that has ended stays as it ended: a node that no longer knows it has nothing to say of it. */
    private static boolean isNews(Alloc held, ClientPart told) {
        return !held.client().equals(told)
                && !(held.clientTerminal()
                        && (!Objects.equals(held.clientStatus(), told.status())
                                || events(held.taskStates()) > events(told.taskStates())));
    }

    private static int events(@Nullable Map<String, TaskState> states) {
        return states == null
                ? 0
                : states.values().stream()
                        .mapToInt(state -> state.events().size())
                        .sum();
    }

    private void look(JobKey key, String why, Draft draft) {
        draft.state()
                .job(key)
                .filter(job -> !Boolean.TRUE.equals(job.stop()))
                .ifPresent(job -> evals.put(job, why, draft));
    }

    /** Whether allocs of older versions are still there, and wait for those of the new one to run. */
    private static boolean isRolling(JobKey key, Draft draft) {
        Optional<Job> job = draft.state().job(key);
        return job.isPresent()
                && "service".equals(job.get().type())
                && draft.state().allocs(key).stream().filter(Alloc::lives).anyMatch(alloc -> isOlder(alloc, job.get()));
    }

    private static boolean isOlder(Alloc alloc, Job job) {
        return alloc.job() == null || !Objects.equals(alloc.job().jobModifyIndex(), job.jobModifyIndex());
    }

    private static void take(Alloc held, ClientPart told, Draft draft) {
        draft.put(held.withClient(told).withModified(draft.index(), draft.nanos()));
    }

    private static boolean mayComeAgain(Alloc held, ClientPart told) {
        boolean fails = "failed".equals(told.status()) && !"failed".equals(held.clientStatus());
        Job job = held.job();
        return fails
                && !held.serverTerminal()
                && job != null
                && held.group()
                        .map(TaskGroup::reschedulePolicy)
                        .map(Reports::reschedules)
                        .orElse(false);
    }

    static boolean reschedules(ReschedulePolicy policy) {
        return Boolean.TRUE.equals(policy.unlimited())
                || Objects.requireNonNullElse(policy.attempts(), 0L) > 0
                        && Objects.requireNonNullElse(policy.interval(), 0L) > 0;
    }
}
