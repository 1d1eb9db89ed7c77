package io.outrider.agent.standalone.job;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.admission.Counts;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.request.ScaleRequest;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.ScalingEvent;
import io.outrider.state.model.cluster.Scalings;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.job.ScalingPolicy;
import io.outrider.state.model.job.TaskGroup;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes counts of groups, and notes about them. */
public final class Scaling {

    private final Evals evals;
    private final Registration registration;

    public Scaling(Evals evals, Registration registration) {
        this.evals = evals;
        this.registration = registration;
    }

    /** Sets a group's count, or only keeps a note; refuses with {@link PlaneException}. */
    public Registered scale(JobKey key, ScaleRequest request, Draft draft) {
        Registration.allowed(draft.state());
        check(request);
        Job job = draft.state()
                .job(key)
                .orElseThrow(() -> new PlaneException(Kind.NOT_FOUND, "job \"" + key.id() + "\" not found"));
        TaskGroup group = group(job, request);
        long before = Objects.requireNonNullElse(group.count(), 1L);
        if (request.count().isEmpty()) {
            keep(key, request, new Before(before, null), draft);
            return new Registered("", 0, Registration.number(job.jobModifyIndex()), "", draft.index());
        }
        draft.cause("JobRegistered");
        long count = request.count().getAsLong();
        Job scaled = count == before
                ? job
                : registration.store(Counts.with(job, group.name(), count), Optional.of(job), draft);
        Evaluation eval = evals.put(scaled, "job-scaling", draft);
        keep(key, request, new Before(before, eval.id()), draft);
        return new Registered(
                eval.id(), draft.index(), Registration.number(scaled.jobModifyIndex()), "", draft.index());
    }

    private static void check(ScaleRequest request) {
        if (request.group().isEmpty()) {
            throw new PlaneException(Kind.INVALID, "missing task group name for scaling action");
        }
        if (request.count().orElse(0) < 0) {
            throw new PlaneException(Kind.INVALID, "scaling action count can't be negative");
        }
        if (request.error() && request.count().isPresent()) {
            throw new PlaneException(Kind.INVALID, "scaling action should not contain count if error is true");
        }
    }

    private static TaskGroup group(Job job, ScaleRequest request) {
        if ("system".equals(job.type())) {
            throw new PlaneException(Kind.INVALID, "cannot scale jobs of type \"system\"");
        }
        TaskGroup group = job.groups().stream()
                .filter(found -> found.name().equals(request.group()))
                .findFirst()
                .orElseThrow(() -> new PlaneException(
                        Kind.INVALID,
                        "task group \"" + request.group() + "\" specified for scaling does not exist in job"));
        if (request.count().isPresent() && group.scaling() != null) {
            within(request.count().getAsLong(), group.scaling());
        }
        return group;
    }

    private static void within(long count, ScalingPolicy policy) {
        if (policy.max() != null && count > policy.max()) {
            throw new PlaneException(
                    Kind.INVALID,
                    "group count was greater than scaling policy maximum: " + count + " > " + policy.max());
        }
        if (policy.min() != null && count < policy.min()) {
            throw new PlaneException(
                    Kind.INVALID, "group count was less than scaling policy minimum: " + count + " < " + policy.min());
        }
    }

    private static void keep(JobKey key, ScaleRequest request, Before before, Draft draft) {
        ScalingEvent event = new ScalingEvent(
                draft.nanos(),
                request.count().isPresent() ? Long.valueOf(request.count().getAsLong()) : null,
                before.count(),
                request.message(),
                request.error(),
                request.meta().orElse(null),
                before.evalId(),
                draft.index());
        Scalings all = draft.state().scalings(key).orElse(new Scalings(key.namespace(), key.id(), Map.of()));
        draft.put(all.with(request.group(), event));
    }

    private record Before(long count, @Nullable String evalId) {}
}
