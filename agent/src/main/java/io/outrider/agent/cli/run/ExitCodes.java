package io.outrider.agent.cli.run;

/** What the commands exit with, besides the exit code of a task. */
public final class ExitCodes {

    /** All went well. */
    public static final int OK = 0;
    /** Something failed: the file, the agent, or a task that left no code of its own. */
    public static final int FAILED = 1;
    /** The command line was wrong. */
    public static final int USAGE = 2;
    /** Ended by Ctrl-C, HUP or TERM. */
    public static final int INTERRUPTED = 130;
    /** The reader of the output went away. */
    public static final int OUTPUT_CLOSED = 141;

    private ExitCodes() {}
}
