package io.outrider.runners.env;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts values in place of {@code ${NAME}}: one pass, no functions, names without a value stay as they are (4.5). */
final class Interpolation {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([a-zA-Z0-9_\\-.]+)}");

    /** The kernel takes no longer variable; values that double each other would else fill the agent's memory. */
    private static final int MAX_LENGTH = 128 * 1024;

    private Interpolation() {}

    /** {@code text} with what {@code lookup} knows in it; {@code text} itself if that became too long to be used. */
    static String apply(String text, Lookup lookup) {
        Matcher matcher = REFERENCE.matcher(text);
        StringBuilder result = new StringBuilder();
        while (matcher.find()) {
            String value = lookup.find(matcher.group(1));
            matcher.appendReplacement(result, Matcher.quoteReplacement(value == null ? matcher.group() : value));
            if (result.length() > MAX_LENGTH) {
                return text;
            }
        }
        return matcher.appendTail(result).toString();
    }

    /** Finds the value of a name. */
    @FunctionalInterface
    interface Lookup {
        @Nullable
        String find(String name);
    }
}
