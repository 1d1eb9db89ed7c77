package io.outrider.agent.standalone.job;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.cron.LaunchTimes;
import io.outrider.agent.standalone.request.DispatchRequest;
import io.outrider.agent.standalone.request.Dispatched;
import io.outrider.agent.standalone.request.Evaluated;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.JobEdit;
import io.outrider.state.model.cluster.Launch;
import io.outrider.state.model.job.Job;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Makes jobs out of jobs: runs of parameterized ones, and launches of periodic ones. */
public final class Children {

    private static final int TAIL = 8;

    private final Evals evals;
    private final Registration registration;

    public Children(Evals evals, Registration registration) {
        this.evals = evals;
        this.registration = registration;
    }

    /** Runs a parameterized job; refuses with {@link PlaneException}. */
    public Dispatched dispatch(JobKey key, DispatchRequest request, Draft draft) {
        Registration.allowed(draft.state());
        Job parent = draft.state()
                .job(key)
                .orElseThrow(() -> new PlaneException(Kind.REFUSED, "parameterized job not found"));
        DispatchChecks.check(parent, request);
        Optional<Job> living = request.idempotencyToken().flatMap(token -> living(key, token, draft));
        if (living.isPresent()) {
            return new Dispatched(
                    living.get().id(),
                    "",
                    0,
                    Registration.number(living.get().createIndex()),
                    draft.state().index() - 1);
        }
        Map<String, String> meta = new LinkedHashMap<>(Objects.requireNonNullElse(parent.meta(), Map.of()));
        meta.putAll(request.meta());
        String prefix = request.idPrefix().isEmpty() ? "" : request.idPrefix() + "-";
        String id = parent.id() + "/dispatch-" + prefix + draft.now().getEpochSecond() + "-"
                + evals.id().substring(0, TAIL);
        draft.cause("JobRegistered");
        Job child = registration.store(
                child(parent, id)
                        .dispatched(true)
                        .payload(request.payload().isEmpty() ? null : request.payload())
                        .meta(meta.isEmpty() ? null : meta)
                        .dispatchIdempotencyToken(request.idempotencyToken().orElse(""))
                        .done(),
                Optional.empty(),
                draft);
        Evaluation eval = evals.put(child, "job-register", draft);
        return new Dispatched(child.id(), eval.id(), draft.index(), draft.index(), draft.index());
    }

    private static JobEdit child(Job parent, String id) {
        return new JobEdit(parent)
                .id(id)
                .name(id)
                .parentId(parent.id())
                .status("")
                .stop(false);
    }

    private static Optional<Job> living(JobKey parent, String token, Draft draft) {
        return draft.state().children(parent).stream()
                .filter(child -> token.equals(child.dispatchIdempotencyToken()))
                .filter(child -> !"dead".equals(child.status()))
                .findFirst();
    }

    /** Launches a periodic job now, whatever its times say; refuses with {@link PlaneException}. */
    public Evaluated force(JobKey key, Draft draft) {
        Job job = Registration.held(key, draft.state());
        if (job.periodic() == null) {
            throw new PlaneException(Kind.REFUSED, "can't force launch non-periodic job");
        }
        return launch(job, draft.now(), draft);
    }

    /**
     * Launches a periodic job that is due, unless it has other times by now; not while an earlier launch runs, if the
     * job forbids that. Of the times that passed meanwhile, as when no agent ran, this one stands for all.
     */
    public void due(Job job, Instant at, Draft draft) {
        JobKey key = JobKey.of(job);
        Optional<Job> found = draft.state()
                .job(key)
                .filter(LaunchTimes::launches)
                .filter(held -> Objects.equals(held.jobModifyIndex(), job.jobModifyIndex()));
        long last = draft.state().launch(key).map(Launch::time).orElse(0L);
        if (found.isEmpty() || last >= at.getEpochSecond()) {
            return;
        }
        boolean runs = draft.state().children(key).stream().anyMatch(child -> !"dead".equals(child.status()));
        if (!runs || !LaunchTimes.prohibitsOverlap(found.get())) {
            launch(found.get(), at, draft);
        }
        draft.put(new Launch(
                key.namespace(),
                key.id(),
                Math.max(at.getEpochSecond(), draft.now().getEpochSecond())));
    }

    private Evaluated launch(Job parent, Instant at, Draft draft) {
        JobKey key = JobKey.of(parent);
        String id = parent.id() + "/periodic-" + at.getEpochSecond();
        draft.cause("JobRegistered");
        Job child = registration.store(
                child(parent, id).periodic(null).done(), draft.state().job(new JobKey(key.namespace(), id)), draft);
        draft.put(new Launch(key.namespace(), key.id(), at.getEpochSecond()));
        Evaluation eval = evals.put(child, "periodic-job", draft);
        return new Evaluated(List.of(eval.id()), draft.index(), draft.index());
    }
}
