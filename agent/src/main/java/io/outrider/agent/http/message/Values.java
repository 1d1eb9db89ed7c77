package io.outrider.agent.http.message;

import java.util.Optional;
import java.util.Set;

/** Numbers and truths in queries, and the words in which Go refuses them. */
public final class Values {

    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

    private Values() {}

    /** A truth value; empty where it is none. */
    public static Optional<Boolean> truth(String text) {
        return TRUE.contains(text) ? Optional.of(true) : FALSE.contains(text) ? Optional.of(false) : Optional.empty();
    }

    /** A truth value of a query; {@code otherwise} where it is missing or empty. */
    public static boolean truth(Query query, String name, boolean otherwise) {
        String text = query.get(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        return truth(text)
                .orElseThrow(() -> new HttpError(
                        500, "Failed to parse value of \"" + name + "\" (" + text + ") as a bool: " + noTruth(text)));
    }

    /** A whole number of 64 bits; empty where it is none. */
    public static Optional<Long> number(String text) {
        try {
            return text.startsWith("+-") ? Optional.empty() : Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** How Go says that a text is no truth value. */
    public static String noTruth(String text) {
        return "strconv.ParseBool: parsing " + quoted(text) + ": invalid syntax";
    }

    /** How Go says that a text is no number. */
    public static String noNumber(String text) {
        return "strconv.ParseInt: parsing " + quoted(text) + ": invalid syntax";
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
