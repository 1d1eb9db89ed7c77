package io.outrider.state.store;

/**
 * Retention of the journal. The newest entry always stays.
 *
 * @param entries entries kept at most
 * @param bytes bytes of encoded events kept at most
 */
public record JournalLimits(long entries, long bytes) {
    /** 64 MB hold about a quarter of a million task events. */
    public static final JournalLimits DEFAULT = new JournalLimits(250_000, 64L << 20);

    public JournalLimits {
        if (entries < 1 || bytes < 1) {
            throw new IllegalArgumentException(
                    "journal limits: " + entries + " entries, " + bytes + " bytes (expected: both > 0)");
        }
    }
}
