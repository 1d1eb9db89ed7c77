package io.outrider.agent.standalone.cluster;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.job.Job;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Forgets what nobody needs any more: ended jobs, and evaluations and allocs that have ended and stand for nothing. An
 * alloc that is forgotten leaves the node with its directory.
 */
public final class Garbage {

    private Garbage() {}

    /**
     * Collects what has not changed for a while; nothing that runs or may come again.
     *
     * @param jobs how long a job has to be dead
     * @param rest how long evaluations and allocs of living jobs have to be over
     */
    public static void collect(Duration jobs, Duration rest, Draft draft) {
        draft.cause("GarbageCollected");
        draft.state().jobs().stream()
                .filter(job -> isOver(job) && isOld(job.submitTime(), jobs, draft))
                .forEach(job -> collect(job, jobs, draft));
        draft.state().evaluations().stream()
                .filter(eval -> eval.ended() && isOld(eval.modifyTime(), rest, draft))
                .forEach(eval -> collect(eval, draft));
    }

    /** A batch job ends by itself; others are over when they have been stopped. */
    private static boolean isOver(Job job) {
        boolean ends = String.valueOf(job.type()).endsWith("batch") && job.periodic() == null;
        return "dead".equals(job.status()) && (ends || Boolean.TRUE.equals(job.stop()));
    }

    private static boolean isOld(@Nullable Long nanos, Duration age, Draft draft) {
        return Objects.requireNonNullElse(nanos, 0L) <= draft.nanos() - age.toNanos();
    }

    private static void collect(Job job, Duration age, Draft draft) {
        JobKey key = JobKey.of(job);
        List<Alloc> allocs = draft.state().allocs(key);
        List<Evaluation> evals = draft.state().evaluations(key);
        boolean ended =
                allocs.stream().allMatch(alloc -> alloc.clientTerminal() && isOld(alloc.modifyTime(), age, draft))
                        && evals.stream().allMatch(Evaluation::ended);
        if (ended) {
            draft.remove(job);
            allocs.forEach(draft::remove);
            evals.forEach(draft::remove);
        }
    }

    /** An evaluation goes together with what it placed, and not while a job still counts that. */
    private static void collect(Evaluation eval, Draft draft) {
        JobKey key = new JobKey(Immutable.text(eval.namespace()), Immutable.text(eval.jobId()));
        Optional<Job> job = draft.state().job(key);
        List<Alloc> placed = draft.state().allocs(key).stream()
                .filter(alloc -> eval.id().equals(alloc.evalId()))
                .toList();
        boolean counted = job.isPresent()
                && String.valueOf(job.get().type()).endsWith("batch")
                && !Boolean.TRUE.equals(job.get().stop());
        boolean needed = placed.stream().anyMatch(alloc -> !alloc.clientTerminal() || isCounted(alloc, job));
        if (!needed && !counted) {
            placed.forEach(draft::remove);
            draft.remove(eval);
        }
    }

    /** A failed alloc of a job that goes on tells how often it was tried. */
    private static boolean isCounted(Alloc alloc, Optional<Job> job) {
        return job.isPresent()
                && !Boolean.TRUE.equals(job.get().stop())
                && !alloc.serverTerminal()
                && "failed".equals(alloc.clientStatus());
    }
}
