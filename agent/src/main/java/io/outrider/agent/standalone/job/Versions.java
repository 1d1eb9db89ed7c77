package io.outrider.agent.standalone.job;

import io.outrider.agent.job.JobKey;
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
import java.util.OptionalLong;

/** Goes back to older versions of a job, marks them, and looks at a job anew. */
public final class Versions {

    private final Evals evals;
    private final Registration registration;

    public Versions(Evals evals, Registration registration) {
        this.evals = evals;
        this.registration = registration;
    }

    /**
     * Makes an older version the newest, as a version of its own.
     *
     * @param enforcePrior the version that must be the newest until then
     */
    public Registered revert(JobKey key, long version, OptionalLong enforcePrior, Draft draft) {
        Job job = draft.state()
                .job(key)
                .orElseThrow(() -> new PlaneException(Kind.REFUSED, "job \"" + key.id() + "\" not found"));
        long newest = Registration.number(job.version());
        if (version == newest) {
            throw new PlaneException(Kind.REFUSED, "can't revert to current version");
        }
        Job wanted = find(key, version, draft);
        if (enforcePrior.isPresent() && enforcePrior.getAsLong() != newest) {
            throw new PlaneException(
                    Kind.REFUSED,
                    "Current job has version " + newest + "; enforcing version " + enforcePrior.getAsLong());
        }
        draft.cause("JobRegistered");
        Job stored = registration.store(wanted, Optional.of(job), draft);
        if (Registration.isLaunchedLater(stored)) {
            return new Registered("", 0, draft.index(), "", draft.index());
        }
        Evaluation eval = evals.put(stored, "job-register", draft);
        return new Registered(eval.id(), draft.index(), draft.index(), "", draft.index());
    }

    private static Job find(JobKey key, long version, Draft draft) {
        return draft.state()
                .version(key, version)
                .orElseThrow(() -> new PlaneException(
                        Kind.REFUSED,
                        "job \"" + key.id() + "\" in namespace \"" + key.namespace() + "\" at version " + version
                                + " not found"));
    }

    /** Says whether a version is known to be good. Answers the index of the change. */
    public long stable(JobKey key, long version, boolean stable, Draft draft) {
        Job found = find(key, version, draft);
        draft.cause("JobRegistered");
        draft.version(new JobEdit(found).stable(stable).done());
        draft.state()
                .job(key)
                .filter(job -> Registration.number(job.version()) == version)
                .ifPresent(job -> draft.put(new JobEdit(job)
                        .stable(stable)
                        .modifyIndex(draft.index())
                        .done()));
        return draft.index();
    }

    /** Looks at a job anew; with {@code force} failed allocs are replaced whatever their policy says. */
    public Registered evaluate(JobKey key, boolean force, Draft draft) {
        Job job = Registration.held(key, draft.state());
        if (job.periodic() != null) {
            throw new PlaneException(Kind.REFUSED, "can't evaluate periodic job");
        }
        if (Registration.isLaunchedLater(job)) {
            throw new PlaneException(Kind.REFUSED, "can't evaluate parameterized job");
        }
        draft.cause("JobRegistered");
        if (force) {
            force(draft.state().allocs(key), draft);
        }
        Evaluation eval = evals.put(job, "job-register", draft);
        return new Registered(eval.id(), draft.index(), Registration.number(job.modifyIndex()), "", draft.index());
    }

    private static void force(List<Alloc> allocs, Draft draft) {
        allocs.stream()
                .filter(alloc -> "failed".equals(alloc.clientStatus()) && "run".equals(alloc.desiredStatus()))
                .forEach(alloc -> draft.put(alloc.edit()
                        .desiredTransition(new DesiredTransition(null, null, true, null))
                        .modifyIndex(draft.index())
                        .done()));
    }
}
