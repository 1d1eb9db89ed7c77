package io.outrider.agent.standalone.admission;

import io.outrider.state.model.cluster.JobEdit;
import io.outrider.state.model.job.Job;

/** What of a job is its specification: the rest does not make a new version. */
public final class Specs {

    private Specs() {}

    /** Whether two versions of a job want different things. */
    public static boolean differ(Job old, Job now) {
        return !bare(old).equals(bare(now));
    }

    private static Job bare(Job job) {
        return new JobEdit(job)
                .status("")
                .statusDescription("")
                .stable(false)
                .version(0L)
                .submitTime(0L)
                .createIndex(0L)
                .modifyIndex(0L)
                .jobModifyIndex(0L)
                .nomadTokenId("")
                .done();
    }
}
