package io.outrider.jobspec.validate.placement;

import java.util.Optional;
import java.util.regex.Pattern;

/** The syntax of version conditions such as {@code >= 1.2, < 2.0}. */
final class VersionSyntax {
    private static final String NUMBERS = "v?[0-9]+(?:\\.[0-9]+)*";
    private static final String PART = "[0-9A-Za-z\\-~]+(?:\\.[0-9A-Za-z\\-~]+)*";
    private static final int LONGEST = 1_000;

    /** Loose versions take a letter right after the numbers; strict ones want a dash in front. */
    private static final Pattern LOOSE = Pattern.compile("\\s*(?:=|!=|>|<|>=|<=|~>)?\\s*" + NUMBERS + "(?:-" + PART
            + "|[A-Za-z\\-~]" + "[0-9A-Za-z\\-~.]*)?(?:\\+" + PART + ")?\\s*");

    private static final Pattern STRICT =
            Pattern.compile("\\s*(?:=|!=|>|<|>=|<=)?\\s*" + NUMBERS + "(?:-" + PART + ")?(?:\\+" + PART + ")?\\s*");

    private VersionSyntax() {}

    /** What is wrong with a condition on versions, if anything is. */
    static Optional<String> loose(String text) {
        return fault(text, LOOSE);
    }

    /** The same for semantic versions, where {@code ~>} means nothing. */
    static Optional<String> strict(String text) {
        return fault(text, STRICT);
    }

    private static Optional<String> fault(String text, Pattern one) {
        for (String part : text.split(",", -1)) {
            if (part.length() > LONGEST || !one.matcher(part).matches()) {
                return Optional.of("Malformed constraint: " + part.strip());
            }
        }
        return Optional.empty();
    }
}
