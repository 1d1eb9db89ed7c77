package io.outrider.agent.cli.job;

/** How closely a command looks at a job file. */
public enum Checks {
    /** Whether it can be read. */
    TEXT,
    /** Whether it is valid wherever it is run; what this machine cannot run of it is a warning. */
    VALID,
    /** The same, and no warning passes. */
    STRICT,
    /** Whether this machine can run it. */
    HERE
}
