package io.outrider.streams.log;

/**
 * How much is kept: the oldest entries go while there are more than {@code entries} or they are longer than
 * {@code bytes} together. The newest entry stays, however long it is.
 *
 * @param entries 1 or more
 * @param bytes of encoded entries, 1 or more
 */
public record Retention(int entries, long bytes) {

    public Retention {
        if (entries < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "retention of " + entries + " entries, " + bytes + " bytes (expected: 1 or more of both)");
        }
    }

    boolean isExceeded(long heldEntries, long heldBytes) {
        return heldEntries > entries || heldEntries > 1 && heldBytes > bytes;
    }
}
