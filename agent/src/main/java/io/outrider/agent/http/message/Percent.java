package io.outrider.agent.http.message;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Percent-encoding of paths and queries. */
public final class Percent {

    private static final String PLAIN_IN_PATHS = "-_.~$&+,/:;=@";

    private Percent() {}

    /** The text behind the escapes; empty where an escape is broken. */
    public static Optional<String> decoded(String text, boolean plusIsSpace) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return Optional.of(text);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '%') {
                int high = digit(bytes, i + 1);
                int low = digit(bytes, i + 2);
                if (high < 0 || low < 0) {
                    return Optional.empty();
                }
                out.write(high * 16 + low);
                i += 2;
            } else {
                out.write(plusIsSpace && bytes[i] == '+' ? ' ' : bytes[i]);
            }
        }
        return Optional.of(out.toString(StandardCharsets.UTF_8));
    }

    private static int digit(byte[] bytes, int at) {
        return at < bytes.length ? Character.digit(bytes[at], 16) : -1;
    }

    /** A path in the form in which it may stand in a header. */
    public static String encodedPath(String path) {
        StringBuilder out = new StringBuilder();
        for (byte octet : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xff);
            boolean plain = c < 128 && (Character.isLetterOrDigit(c) || PLAIN_IN_PATHS.indexOf(c) >= 0);
            out.append(plain ? String.valueOf(c) : String.format("%%%02X", (int) c));
        }
        return out.toString();
    }
}
