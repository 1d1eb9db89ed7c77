package io.outrider.agent.standalone.job;

import io.outrider.agent.standalone.line.Work;
import io.outrider.agent.standalone.room.Chance;
import io.outrider.agent.standalone.schedule.Plan;
import io.outrider.agent.standalone.schedule.Scheduler;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.EvaluationEdit;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Carries out evaluations: asks the scheduler and writes down what it says. */
public final class Scheduling {

    /** Delayed replacements that are due so close to each other are made together. */
    private static final long TOGETHER_SECONDS = 5;

    /** The event stream's name of what a plan changes. */
    static final String PLAN_RESULT = "PlanResult";

    private final Evals evals;
    private final Chance chance;

    public Scheduling(Evals evals, Chance chance) {
        this.evals = evals;
        this.chance = chance;
    }

    /**
     * Carries out one evaluation; nothing happens when that is done already, or not yet due.
     *
     * @return what ends the evaluation, to be done right after this, as a change of its own
     */
    public Work<?> carryOut(String evalId, Draft draft) {
        Optional<Evaluation> found = draft.state()
                .evaluation(evalId)
                .filter(eval -> eval.isDue(draft.now()))
                .filter(eval -> !draft.state().scheduler().pauseEvalBroker());
        if (found.isEmpty()) {
            return nothing -> true;
        }
        Evaluation eval = found.get();
        Plan plan = Scheduler.plan(draft.state(), eval, draft.now(), chance);
        draft.cause(PLAN_RESULT);
        if (!plan.isEmpty()) {
            draft.put(eval.edit().modifyIndex(draft.index()).done());
            stop(plan, draft);
            place(plan, eval, draft);
        }
        return ending -> {
            ending.cause("EvaluationUpdated");
            delay(plan, eval, ending);
            end(plan, eval, ending);
            return true;
        };
    }

    private static void stop(Plan plan, Draft draft) {
        plan.stopped().forEach((id, why) -> draft.state()
                .alloc(id)
                .ifPresent(alloc -> draft.put(alloc.edit()
                        .desiredStatus("stop")
                        .desiredDescription(why)
                        .modifyIndex(draft.index())
                        .allocModifyIndex(draft.index())
                        .modifyTime(draft.nanos())
                        .done())));
    }

    private static void place(Plan plan, Evaluation eval, Draft draft) {
        for (Alloc alloc : plan.placed()) {
            draft.put(alloc.edit()
                    .evalId(eval.id())
                    .createIndex(draft.index())
                    .modifyIndex(draft.index())
                    .allocModifyIndex(draft.index())
                    .createTime(draft.nanos())
                    .modifyTime(draft.nanos())
                    .done());
            Optional.ofNullable(alloc.previousAllocation())
                    .flatMap(draft.state()::alloc)
                    .ifPresent(old -> draft.put(old.edit()
                            .nextAllocation(alloc.id())
                            .modifyIndex(draft.index())
                            .done()));
        }
        for (Alloc alloc : plan.inPlace()) {
            draft.put(alloc.edit()
                    .evalId(eval.id())
                    .modifyIndex(draft.index())
                    .allocModifyIndex(draft.index())
                    .modifyTime(draft.nanos())
                    .done());
        }
    }

    /** Failed allocs that come again after a while wait for an evaluation of then. */
    private void delay(Plan plan, Evaluation eval, Draft draft) {
        List<Instant> times =
                plan.later().values().stream().sorted(Comparator.naturalOrder()).toList();
        Instant at = Instant.MIN;
        for (Instant time : times) {
            if (time.isAfter(at)) {
                at = time.plusSeconds(TOGETHER_SECONDS);
                followUp(plan, eval, new Window(time, at), draft);
            }
        }
    }

    private record Window(Instant from, Instant to) {
        boolean holds(Instant time) {
            return !time.isBefore(from) && !time.isAfter(to);
        }
    }

    private void followUp(Plan plan, Evaluation eval, Window window, Draft draft) {
        Evaluation later = evals.after(eval, "alloc-failure", draft)
                .statusDescription("created for delayed rescheduling")
                .waitUntil(window.from())
                .done();
        draft.put(later);
        plan.later().forEach((id, time) -> {
            if (window.holds(time)) {
                draft.state()
                        .alloc(id)
                        .ifPresent(alloc -> draft.put(alloc.edit()
                                .followupEvalId(later.id())
                                .modifyIndex(draft.index())
                                .done()));
            }
        });
    }

    private void end(Plan plan, Evaluation eval, Draft draft) {
        EvaluationEdit done = eval.edit()
                .status(Evaluation.COMPLETE)
                .statusDescription(null)
                .queuedAllocations(plan.queued())
                .failedGroups(plan.failed().isEmpty() ? null : plan.failed())
                .snapshotIndex(draft.index() - 1)
                .modifyIndex(draft.index())
                .modifyTime(draft.nanos());
        List<Evaluation> waiting = draft.state().evaluations(Evals.jobOf(eval)).stream()
                .filter(other -> Evaluation.BLOCKED.equals(other.status()))
                .toList();
        if (plan.failed().isEmpty()) {
            cancel(waiting, "evaluation \"" + eval.id() + "\" successful", draft);
            draft.put(done.done());
        } else if ("queued-allocs".equals(eval.triggeredBy())) {
            draft.put(done.status(Evaluation.BLOCKED)
                    .statusDescription("created to place remaining allocations")
                    .queuedAllocations(plan.queued())
                    .done());
        } else {
            cancel(waiting, "existing blocked evaluation exists for job \"" + eval.jobId() + "\"", draft);
            Evaluation blocked = evals.after(eval, "queued-allocs", draft)
                    .status(Evaluation.BLOCKED)
                    .statusDescription("created to place remaining allocations")
                    .failedGroups(plan.failed())
                    .done();
            draft.put(blocked);
            draft.put(done.blockedEval(blocked.id()).done());
        }
    }

    private static void cancel(List<Evaluation> evals, String why, Draft draft) {
        evals.forEach(eval -> draft.put(eval.edit()
                .status(Evaluation.CANCELED)
                .statusDescription(why)
                .modifyIndex(draft.index())
                .modifyTime(draft.nanos())
                .done()));
    }

    /** What an earlier agent had in line and did not get to is in line again. */
    public void resume(Draft draft) {
        draft.cause("EvaluationUpdated");
        draft.state().evaluations().stream()
                .filter(eval -> eval.isDue(draft.now()))
                .forEach(
                        eval -> draft.put(eval.edit().modifyIndex(draft.index()).done()));
    }

    /** There may be room again: evaluations that wait for it are in line once more. */
    public void unblock(Draft draft) {
        draft.cause("EvaluationUpdated");
        draft.state().evaluations().stream()
                .filter(eval -> Evaluation.BLOCKED.equals(eval.status()))
                .forEach(eval -> draft.put(eval.edit()
                        .status(Evaluation.PENDING)
                        .statusDescription(null)
                        .modifyIndex(draft.index())
                        .modifyTime(draft.nanos())
                        .done()));
    }
}
