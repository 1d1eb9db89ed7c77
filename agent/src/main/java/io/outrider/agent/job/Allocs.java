package io.outrider.agent.job;

import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.job.Job;
import org.jspecify.annotations.Nullable;

/** The changes that the side that places allocs makes to them. */
final class Allocs {

    private Allocs() {}

    /** {@code alloc} with another job in it, or none. */
    static Alloc withJob(Alloc alloc, @Nullable Job job) {
        return alloc.edit().job(job).modifyIndex(alloc.allocModifyIndex()).done();
    }

    /** {@code alloc} wanted stopped, as a change of its own. */
    static Alloc stopped(Alloc alloc, long index, long time) {
        return alloc.edit()
                .desiredStatus("stop")
                .desiredDescription("alloc not needed due to job update")
                .modifyIndex(index)
                .allocModifyIndex(index)
                .modifyTime(time)
                .done();
    }

    /** {@code alloc} of a run that is over: not wanted to run, which is no change that anybody must hear of. */
    static Alloc over(Alloc alloc) {
        return alloc.edit()
                .desiredStatus("stop")
                .modifyIndex(alloc.allocModifyIndex())
                .done();
    }
}
