package io.outrider.agent.cli.alloc;

import picocli.CommandLine.Option;

/** Which end of a text is wanted, and whether what comes later too. */
final class TailOptions {

    private static final long LINES = 10;

    @Option(
            names = {"-f", "--f"},
            description = "Go on with what comes, until Ctrl-C.")
    private boolean follow;

    @Option(
            names = {"-tail", "--tail"},
            description = "Only the end: " + LINES + " lines, unless -n or -c say more.")
    private boolean tail;

    @Option(
            names = {"-n", "--n"},
            paramLabel = "LINES",
            description = "So many lines of the end.")
    private long lines = -1;

    @Option(
            names = {"-c", "--c"},
            paramLabel = "BYTES",
            description = "So many bytes of the end.")
    private long bytes = -1;

    boolean isFollowing() {
        return follow;
    }

    /** Whether only the end is wanted. */
    boolean isTail() {
        return tail || lines >= 0 || bytes >= 0;
    }

    /** Whether it is counted in bytes. */
    boolean isInBytes() {
        return bytes >= 0;
    }

    long bytes() {
        return bytes;
    }

    long lines() {
        return lines >= 0 ? lines : LINES;
    }
}
