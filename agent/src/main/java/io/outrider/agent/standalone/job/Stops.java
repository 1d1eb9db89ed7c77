package io.outrider.agent.standalone.job;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.request.Evaluated;
import io.outrider.agent.standalone.request.JobStop;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.DesiredTransition;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.JobEdit;
import io.outrider.state.model.job.Job;
import java.util.List;
import java.util.Optional;

/** Stops jobs and single allocs. */
public final class Stops {

    private final Evals evals;

    public Stops(Evals evals) {
        this.evals = evals;
    }

    /** Stops a job, and forgets it if asked; nothing happens to one that is not there. */
    public Registered stop(JobKey key, JobStop how, Draft draft) {
        Optional<Job> held = draft.state().job(key);
        if (held.isEmpty()) {
            return Registered.NOTHING;
        }
        draft.cause("JobDeregistered");
        Job job = held.get();
        Job stopped = new JobEdit(job)
                .stop(true)
                .version(Registration.number(job.version()) + 1)
                .stable(false)
                .modifyIndex(draft.index())
                .jobModifyIndex(draft.index())
                .done();
        if (how.noShutdownDelay()) {
            draft.state().allocs(key).stream().filter(Alloc::lives).forEach(alloc -> hasten(alloc, draft));
        }
        if (how.purge()) {
            draft.remove(job);
        } else {
            draft.register(stopped);
        }
        if (Registration.isLaunchedLater(job)) {
            return new Registered("", 0, how.purge() ? 0 : draft.index(), "", draft.index());
        }
        Evaluation eval = evals.of(stopped, "job-deregister", draft)
                .priority(
                        how.evalPriority().isPresent()
                                ? Long.valueOf(how.evalPriority().getAsInt())
                                : job.priority())
                .done();
        draft.put(eval);
        return new Registered(eval.id(), draft.index(), draft.index(), "", draft.index());
    }

    private static void hasten(Alloc alloc, Draft draft) {
        draft.put(alloc.edit()
                .desiredTransition(new DesiredTransition(null, null, null, true))
                .modifyIndex(draft.index())
                .done());
    }

    /** Stops one alloc; its job gets another in its place. */
    public Evaluated stopAlloc(String id, boolean noShutdownDelay, Draft draft) {
        Alloc alloc =
                draft.state().alloc(id).orElseThrow(() -> new PlaneException(Kind.NOT_FOUND, "allocation not found"));
        draft.cause("AllocationUpdateDesiredStatus");
        draft.put(alloc.edit()
                .desiredTransition(new DesiredTransition(true, null, null, noShutdownDelay ? true : null))
                .modifyIndex(draft.index())
                .done());
        Job job = draft.state().job(keyOf(alloc)).orElse(alloc.job());
        if (job == null) {
            return new Evaluated(List.of(), 0, draft.index());
        }
        Evaluation eval = evals.put(job, "alloc-stop", draft);
        return new Evaluated(List.of(eval.id()), draft.index(), draft.index());
    }

    static JobKey keyOf(Alloc alloc) {
        return new JobKey(
                alloc.namespace() == null ? "default" : alloc.namespace(), alloc.jobId() == null ? "" : alloc.jobId());
    }
}
