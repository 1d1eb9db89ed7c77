package io.outrider.agent.standalone.request;

import java.util.OptionalInt;

/**
 * How a job is stopped.
 *
 * @param purge whether it is forgotten as well
 * @param noShutdownDelay whether its tasks go without their delay
 * @param evalPriority priority of the evaluation; empty: the job's
 */
public record JobStop(boolean purge, boolean noShutdownDelay, OptionalInt evalPriority) {

    /** Stops, and no more. */
    public static final JobStop PLAIN = new JobStop(false, false, OptionalInt.empty());
}
