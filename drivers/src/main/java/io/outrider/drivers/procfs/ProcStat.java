package io.outrider.drivers.procfs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What {@code /proc/PID/stat} says.
 *
 * @param key pid and start
 * @param state one letter, as in proc(5)
 * @param parent its parent's pid
 * @param session the pid of its session's leader
 * @param userTicks CPU time in user mode, its own
 * @param systemTicks CPU time in the kernel, its own
 * @param rssPages resident pages
 * @param waitStatus what wait(2) would say; 0 before it ends, and to those who may not see it
 */
public record ProcStat(
        ProcessKey key,
        char state,
        int parent,
        int session,
        long userTicks,
        long systemTicks,
        long rssPages,
        int waitStatus) {

    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int SESSION = 3;
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final int START_TICKS = 19;
    private static final int RSS_PAGES = 21;
    private static final int WAIT_STATUS = 49;

    /** The process that has this pid now; empty if there is none. */
    public static Optional<ProcStat> read(int pid) {
        try {
            byte[] line = Files.readAllBytes(Path.of("/proc", Integer.toString(pid), "stat"));
            return parse(new String(line, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            // It ended between two calls, or never was: the same to everybody.
            return Optional.empty();
        }
    }

    /** Reads one line; empty if it is not whole. */
    public static Optional<ProcStat> parse(String line) {
        // The name stands in brackets and may hold anything, brackets and spaces too.
        int open = line.indexOf(" (");
        int close = line.lastIndexOf(") ");
        if (open < 1 || close < open) {
            return Optional.empty();
        }
        String[] fields = line.substring(close + 2).trim().split(" ");
        if (fields.length <= WAIT_STATUS) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ProcStat(
                    new ProcessKey(Integer.parseInt(line.substring(0, open)), Long.parseLong(fields[START_TICKS])),
                    fields[STATE].charAt(0),
                    Integer.parseInt(fields[PARENT]),
                    Integer.parseInt(fields[SESSION]),
                    Long.parseLong(fields[USER_TICKS]),
                    Long.parseLong(fields[SYSTEM_TICKS]),
                    Long.parseLong(fields[RSS_PAGES]),
                    Integer.parseInt(fields[WAIT_STATUS])));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Whether it is a zombie or further gone. */
    public boolean hasEnded() {
        return state == 'Z' || state == 'X' || state == 'x';
    }

    /**
     * The wait status of an ended process; empty while it runs, and if the kernel does not let us see it: then it shows
     * a 0 that means nothing.
     */
    public OptionalInt visibleWaitStatus() {
        if (!hasEnded() || (waitStatus == 0 && !maySee(key.pid()))) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(waitStatus);
    }

    /** The link to the program asks for the same right as the status, and says no aloud. */
    private static boolean maySee(int pid) {
        try {
            Files.readSymbolicLink(Path.of("/proc", Integer.toString(pid), "exe"));
            return true;
        } catch (AccessDeniedException e) {
            return false;
        } catch (IOException e) {
            // An ended process has no program any more: that this is said means that we may ask.
            return true;
        }
    }
}
