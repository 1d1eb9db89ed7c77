package io.outrider.agent.http.api.read;

import io.outrider.agent.http.message.HttpError;

/** IDs in requests, refused in the words of the reference's index where they are none. */
public final class Ids {

    private static final int LENGTH = 36;

    private Ids() {}

    /** Refuses what is no whole UUID. */
    public static void checkWhole(String id, String of) {
        if (id.length() != LENGTH) {
            throw new HttpError(500, intro(of) + "UUID must be 36 characters");
        }
        checkHex(id.replace("-", ""), of);
    }

    /** Refuses what cannot be the beginning of a UUID. */
    public static void checkPrefix(String prefix, String of) {
        String digits = prefix.replace("-", "");
        if (digits.length() % 2 != 0) {
            throw new HttpError(500, intro(of) + "Input (without hyphens) must be even length");
        }
        checkHex(digits, of);
    }

    private static void checkHex(String digits, String of) {
        for (char c : digits.toCharArray()) {
            if (Character.digit(c, 16) < 0) {
                throw new HttpError(
                        500,
                        intro(of) + "Invalid UUID: encoding/hex: invalid byte: "
                                + String.format("U+%04X '%c'", (int) c, c));
            }
        }
    }

    private static String intro(String of) {
        return of + " lookup failed: index error: ";
    }
}
