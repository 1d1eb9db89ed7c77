package io.outrider.agent;

/** Who moves the output of tasks into their logs. */
public enum LogMode {
    /**
     * This JVM. The cheapest; while no agent runs, tasks wait as soon as they have written a pipe full (64 KiB), and
     * what was in flight when the agent was killed may be lost.
     */
    IN_PROCESS,
    /** A small process of its own, which goes on while no agent runs. */
    OWN_PROCESS
}
