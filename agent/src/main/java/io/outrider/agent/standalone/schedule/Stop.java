package io.outrider.agent.standalone.schedule;

import io.outrider.state.model.alloc.Alloc;

/** An alloc that is no longer wanted, and why. */
record Stop(Alloc alloc, String description) {
    static final String NOT_NEEDED = "alloc not needed due to job update";
    static final String MIGRATING = "alloc is being migrated";
    static final String UPDATING = "alloc is being updated due to job update";
    static final String RESCHEDULED = "alloc was rescheduled because it failed";
}
