package io.outrider.state.store;

import java.security.SecureRandom;

/** Names for lives of a journal. */
public final class Epochs {
    private static final int BITS = 48;

    private Epochs() {}

    /** Positive, never used before in all likelihood, and exact in a JSON reader that knows only doubles. */
    public static long next() {
        return (new SecureRandom().nextLong() >>> (Long.SIZE - BITS)) + 1;
    }
}
