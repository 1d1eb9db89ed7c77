package io.outrider.runners.alloc;

import java.util.regex.Pattern;

/** Compares texts with recorded ones that have placeholders. */
final class Placeholders {

    private Placeholders() {}

    static boolean match(String recorded, String seen) {
        String pattern = Pattern.quote(recorded)
                .replace("<ns>", "\\E[1-9]\\d*\\Q")
                .replace("<duration>", "\\E[0-9hmsµ.]+\\Q")
                .replace("<uuid>", "\\E[0-9a-f-]{36}\\Q");
        return Pattern.matches(pattern, seen);
    }
}
