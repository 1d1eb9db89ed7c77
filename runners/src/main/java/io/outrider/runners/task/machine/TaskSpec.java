package io.outrider.runners.task.machine;

import io.outrider.runners.restart.RestartRules;
import java.time.Duration;

/**
 * What a job says of a task, as far as the machine must know it.
 *
 * @param rules when it is started again
 * @param kill how it is stopped
 * @param poststop whether it runs after all others have ended, also in an alloc that is being stopped
 * @param system whether its job is a system job, which does not wait for the feed after a lost process
 * @param terminal whether its alloc must not run (any more)
 * @param maxEvents events kept in its state; older ones are only in the event log
 */
public record TaskSpec(
        RestartRules rules, KillSpec kill, boolean poststop, boolean system, boolean terminal, int maxEvents) {

    /**
     * How a task is stopped.
     *
     * @param signal empty: the driver's default
     * @param timeout from the signal to the force, already capped
     * @param shutdownDelay wait before the signal
     */
    public record KillSpec(String signal, Duration timeout, Duration shutdownDelay) {}

    /** The same task in an alloc that must not run any more. */
    TaskSpec stopped() {
        return new TaskSpec(rules, kill, poststop, system, true, maxEvents);
    }
}
