package io.outrider.streams;

/**
 * A place in an {@link EventLog}: the last entry that a reader has seen. Written as {@code epoch:seq}. The epoch names
 * one life of one log; a cursor of another epoch says nothing about this log and is answered with a gap.
 *
 * @param epoch the log's epoch, positive
 * @param seq the sequence number of the entry, from 1; 0 stands before the first
 */
public record Cursor(long epoch, long seq) {

    public Cursor {
        if (epoch <= 0 || seq < 0) {
            throw new IllegalArgumentException("cursor " + epoch + ":" + seq + " (expected: epoch > 0, seq >= 0)");
        }
    }

    /** Reads {@code epoch:seq}; throws {@link IllegalArgumentException} that shows the text and the expected form. */
    public static Cursor parse(String text) {
        int colon = text.indexOf(':');
        try {
            return new Cursor(Long.parseLong(text.substring(0, colon)), Long.parseLong(text.substring(colon + 1)));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("cursor \"" + text + "\" (expected: EPOCH:SEQ, two numbers)", e);
        }
    }

    @Override
    public String toString() {
        return epoch + ":" + seq;
    }
}
