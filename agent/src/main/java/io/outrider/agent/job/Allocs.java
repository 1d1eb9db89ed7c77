package io.outrider.agent.job;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import org.jspecify.annotations.Nullable;

/** The changes that the side that places allocs makes to them. */
final class Allocs {

    private Allocs() {}

    /** {@code alloc} with another job in it, or none. */
    static Alloc withJob(Alloc alloc, @Nullable Job job) {
        return copy(alloc, job, Wish.of(alloc));
    }

    /** {@code alloc} wanted stopped, as a change of its own. */
    static Alloc stopped(Alloc alloc, long index, long time) {
        return copy(alloc, alloc.job(), new Wish("stop", "alloc not needed due to job update", index, time));
    }

    /** {@code alloc} of a run that is over: not wanted to run, which is no change that anybody must hear of. */
    static Alloc over(Alloc alloc) {
        Wish wish = Wish.of(alloc);
        return copy(alloc, alloc.job(), new Wish("stop", wish.description(), wish.index(), wish.time()));
    }

    private static Alloc copy(Alloc alloc, @Nullable Job job, Wish wish) {
        return new Alloc(
                alloc.id(),
                alloc.namespace(),
                alloc.evalId(),
                alloc.name(),
                alloc.nodeId(),
                alloc.nodeName(),
                alloc.jobId(),
                job,
                alloc.taskGroup(),
                alloc.resources(),
                alloc.sharedResources(),
                alloc.taskResources(),
                alloc.allocatedResources(),
                alloc.metrics(),
                wish.status(),
                wish.description(),
                alloc.desiredTransition(),
                alloc.clientStatus(),
                alloc.clientDescription(),
                alloc.taskStates(),
                alloc.allocStates(),
                alloc.previousAllocation(),
                alloc.nextAllocation(),
                alloc.deploymentId(),
                alloc.deploymentStatus(),
                alloc.rescheduleTracker(),
                alloc.networkStatus(),
                alloc.followupEvalId(),
                alloc.preemptedAllocations(),
                alloc.preemptedByAllocation(),
                alloc.signingKeyId(),
                alloc.createIndex(),
                wish.index(),
                wish.index(),
                alloc.createTime(),
                wish.time());
    }

    private record Wish(
            @Nullable String status,
            @Nullable String description,
            @Nullable Long index,
            @Nullable Long time) {
        static Wish of(Alloc alloc) {
            return new Wish(
                    alloc.desiredStatus(), alloc.desiredDescription(), alloc.allocModifyIndex(), alloc.modifyTime());
        }
    }
}
