package io.outrider.agent.cli.output;

import io.outrider.agent.cli.output.RunOutput.LogLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts one byte stream into lines. Holds at most {@link #LONGEST} bytes: a longer line comes in pieces, so that a task
 * that writes no newlines is shown too. Not thread-safe.
 */
public final class LineSplitter {

    /** Longest piece of a line that is held back for its end. */
    public static final int LONGEST = 16 * 1024;

    private final String stream;
    private final byte[] held = new byte[LONGEST];
    private int length;
    private long offset;

    public LineSplitter(String stream) {
        this.stream = stream;
    }

    /** {@code stdout} or {@code stderr}. */
    public String stream() {
        return stream;
    }

    /** Takes the bytes at {@code at}; gives the lines and full pieces that are ready. */
    public List<LogLine> take(long at, byte[] bytes) {
        List<LogLine> lines = new ArrayList<>();
        if (length == 0) {
            offset = at;
        }
        for (byte next : bytes) {
            if (next == '\n') {
                lines.add(cut(true));
                offset++;
                continue;
            }
            held[length++] = next;
            if (length == LONGEST) {
                lines.add(cut(false));
            }
        }
        return lines;
    }

    /** Whether something is held. */
    public boolean isWithinLine() {
        return length > 0;
    }

    /** Gives what is held, if anything: the stream paused, jumped or ended. */
    public List<LogLine> flush() {
        return length == 0 ? List.of() : List.of(cut(false));
    }

    private LogLine cut(boolean complete) {
        LogLine line = new LogLine(stream, offset, Arrays.copyOf(held, length), complete);
        offset += length;
        length = 0;
        return line;
    }
}
