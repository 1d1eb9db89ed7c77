package io.outrider.agent.standalone.request;

import io.outrider.state.model.cluster.JobSubmission;
import io.outrider.state.model.job.Job;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A job to be run.
 *
 * @param job as the client sent it; defaults need not be filled in
 * @param enforceIndex the index that the job must have; 0: it must not be there
 * @param preserveCounts whether groups keep the counts that they have
 * @param evalPriority priority of the evaluation; empty: the job's
 * @param submission the text that the job was made from
 */
public record JobRegistration(
        Job job,
        OptionalLong enforceIndex,
        boolean preserveCounts,
        OptionalInt evalPriority,
        Optional<JobSubmission> submission) {

    /** A job with nothing asked for beside it. */
    public static JobRegistration of(Job job) {
        return new JobRegistration(job, OptionalLong.empty(), false, OptionalInt.empty(), Optional.empty());
    }
}
