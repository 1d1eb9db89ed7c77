package io.outrider.agent.standalone.job;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.admission.Admission;
import io.outrider.agent.standalone.admission.Counts;
import io.outrider.agent.standalone.admission.Specs;
import io.outrider.agent.standalone.request.JobRegistration;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.PlaneException.Kind;
import io.outrider.agent.standalone.request.Registered;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.JobEdit;
import io.outrider.state.model.cluster.JobSubmission;
import io.outrider.state.model.job.Job;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes jobs in: new ones, new versions, and stopped ones that come back. */
public final class Registration {

    private static final int MAX_PRIORITY = 100;

    private final Evals evals;
    private final Admission admission;

    public Registration(Evals evals, Admission admission) {
        this.evals = evals;
        this.admission = admission;
    }

    /** Registers a job; refuses with {@link PlaneException}. */
    public Registered register(JobRegistration request, Draft draft) {
        allowed(draft.state());
        checkPriority(request);
        Admission.Admitted admitted = admission.admit(request.job(), draft.state());
        Job job = admitted.job();
        Optional<Job> held = draft.state().job(JobKey.of(job));
        checkIndex(request, held);
        held.ifPresent(old -> checkKind(old, job));
        Job wanted = request.preserveCounts()
                ? held.map(old -> Counts.keep(old, job)).orElse(job)
                : job;
        draft.cause("JobRegistered");
        boolean changed = held.map(old -> Specs.differ(old, wanted)).orElse(true);
        Job stored = changed ? store(wanted, held, draft) : held.get();
        if (changed) {
            request.submission().ifPresent(text -> keep(text, stored, draft));
        }
        return answer(stored, request, admitted.warnings(), draft);
    }

    /** Makes {@code job} the newest version; its place in time comes from the version before. */
    Job store(Job job, Optional<Job> held, Draft draft) {
        Job stored = new JobEdit(job)
                .createIndex(held.map(Job::createIndex).orElse(draft.index()))
                .modifyIndex(draft.index())
                .jobModifyIndex(draft.index())
                .version(held.map(old -> number(old.version()) + 1).orElse(0L))
                .status("pending")
                .statusDescription("")
                .stable(false)
                .submitTime(draft.nanos())
                .done();
        draft.register(stored);
        return stored;
    }

    private static void keep(JobSubmission text, Job job, Draft draft) {
        draft.put(
                job,
                text.of(JobKey.of(job).namespace(), job.id(), number(job.version()), number(job.jobModifyIndex())));
    }

    private Registered answer(Job job, JobRegistration request, String warnings, Draft draft) {
        if (isLaunchedLater(job)) {
            long index = number(job.modifyIndex()) == draft.index() ? draft.index() : 0;
            return new Registered("", 0, number(job.jobModifyIndex()), warnings, index);
        }
        Evaluation eval = evals.of(job, "job-register", draft)
                .priority(
                        request.evalPriority().isPresent()
                                ? Long.valueOf(request.evalPriority().getAsInt())
                                : job.priority())
                .done();
        draft.put(eval);
        return new Registered(eval.id(), draft.index(), number(job.jobModifyIndex()), warnings, draft.index());
    }

    static boolean isLaunchedLater(Job job) {
        boolean template = job.parameterizedJob() != null && !Boolean.TRUE.equals(job.dispatched());
        return template || job.periodic() != null;
    }

    private static void checkPriority(JobRegistration request) {
        int priority = request.evalPriority().orElse(1);
        if (priority < 1 || priority > MAX_PRIORITY) {
            throw new PlaneException(Kind.INVALID, "Eval priority must be between 1 and 100 inclusively");
        }
    }

    private static void checkIndex(JobRegistration request, Optional<Job> held) {
        if (request.enforceIndex().isEmpty()) {
            return;
        }
        long wanted = request.enforceIndex().getAsLong();
        long found = held.map(job -> number(job.jobModifyIndex())).orElse(0L);
        String text = "Enforcing job modify index " + wanted + ": ";
        if (wanted == 0 && held.isPresent()) {
            throw new PlaneException(Kind.REFUSED, text + "job already exists");
        } else if (wanted != 0 && held.isEmpty()) {
            throw new PlaneException(Kind.REFUSED, text + "job does not exist");
        } else if (wanted != found) {
            throw new PlaneException(Kind.REFUSED, text + "job exists with conflicting job modify index: " + found);
        }
    }

    private static void checkKind(Job old, Job job) {
        if (!Objects.equals(old.type(), job.type())) {
            throw new PlaneException(
                    Kind.REFUSED, "cannot update job from type \"" + old.type() + "\" to \"" + job.type() + "\"");
        }
        checkKind(old.periodic() != null, job.periodic() != null, "periodic");
        checkKind(old.parameterizedJob() != null, job.parameterizedJob() != null, "parameterized");
    }

    private static void checkKind(boolean was, boolean is, String what) {
        if (was != is) {
            String from = was ? what : "non-" + what;
            String to = is ? what : "non-" + what;
            throw new PlaneException(Kind.REFUSED, "cannot update " + from + " job to being " + to);
        }
    }

    /** Refuses what the scheduler's settings forbid. */
    static void allowed(ClusterState state) {
        if (state.scheduler().rejectJobRegistration()) {
            throw new PlaneException(
                    Kind.FORBIDDEN,
                    "Job registration, dispatch, and scale are disabled by the scheduler configuration");
        }
    }

    /** The job that a request is about. */
    static Job held(JobKey key, ClusterState state) {
        return state.job(key).orElseThrow(() -> new PlaneException(Kind.REFUSED, "job not found"));
    }

    static long number(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
