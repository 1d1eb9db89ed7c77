package io.outrider.agent.standalone.job;

import io.outrider.agent.job.JobKey;
import io.outrider.agent.standalone.state.Draft;
import io.outrider.state.model.Immutable;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.EvaluationEdit;
import io.outrider.state.model.job.Job;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes evaluations. */
public final class Evals {

    private static final Evaluation NONE = new Evaluation(
            "", null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null, null, null, null, null, null, null);

    private final Supplier<String> ids;

    /** @param ids gives a new ID each time */
    public Evals(Supplier<String> ids) {
        this.ids = ids;
    }

    /** A new evaluation of a job, at the draft's index and time, not put into it yet. */
    public EvaluationEdit of(Job job, String triggeredBy, Draft draft) {
        return at(draft, blank(job.namespace(), job.id()))
                .priority(job.priority())
                .type(job.type())
                .triggeredBy(triggeredBy)
                .jobModifyIndex(job.jobModifyIndex());
    }

    /** Makes an evaluation of a job and puts it in line. */
    public Evaluation put(Job job, String triggeredBy, Draft draft) {
        Evaluation eval = of(job, triggeredBy, draft).done();
        draft.put(eval);
        return eval;
    }

    /** A new evaluation of the same job that follows from another, not put into the draft yet. */
    EvaluationEdit after(Evaluation eval, String triggeredBy, Draft draft) {
        return at(draft, blank(eval.namespace(), Immutable.text(eval.jobId())))
                .priority(eval.priority())
                .type(eval.type())
                .triggeredBy(triggeredBy)
                .jobModifyIndex(eval.jobModifyIndex())
                .previousEval(eval.id());
    }

    /** A new UUID. */
    String id() {
        return ids.get();
    }

    static JobKey jobOf(Evaluation eval) {
        return new JobKey(Immutable.text(eval.namespace()), Immutable.text(eval.jobId()));
    }

    private static EvaluationEdit at(Draft draft, Evaluation blank) {
        return blank.edit()
                .status(Evaluation.PENDING)
                .createIndex(draft.index())
                .modifyIndex(draft.index())
                .createTime(draft.nanos())
                .modifyTime(draft.nanos());
    }

    private Evaluation blank(@Nullable String namespace, String job) {
        return NONE.edit()
                .id(ids.get())
                .namespace(Immutable.text(namespace))
                .jobId(job)
                .done();
    }
}
