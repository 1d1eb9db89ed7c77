package io.outrider.agent.standalone.feasible;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version and conditions on it, such as {@code >= 1.2, < 2.0} or {@code ~> 1.4}.
 *
 * @param numbers at least three
 * @param given how many of them were written
 * @param early the part after a dash; empty for a release
 */
record Version(List<BigInteger> numbers, int given, String early) {

    private static final Pattern FORM =
            Pattern.compile("v?([0-9]+(?:\\.[0-9]+)*)(?:-?([0-9A-Za-z~.-]+))?(?:\\+[0-9A-Za-z.~-]+)?");
    private static final Pattern CONDITION = Pattern.compile("\\s*(=|!=|>=|<=|>|<|~>)?\\s*(\\S+)\\s*");
    private static final int PARTS = 3;

    static Optional<Version> parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        List<BigInteger> numbers = new ArrayList<>();
        for (String number : form.group(1).split("\\.")) {
            numbers.add(new BigInteger(number));
        }
        int given = numbers.size();
        while (numbers.size() < PARTS) {
            numbers.add(BigInteger.ZERO);
        }
        return Optional.of(new Version(List.copyOf(numbers), given, form.group(2) == null ? "" : form.group(2)));
    }

    /**
     * Whether a version meets all conditions; no when either is none.
     *
     * @param strict whether an early version is compared like any other: otherwise only conditions that name one of the
     *     same release let it through
     */
    static boolean meets(String version, String conditions, boolean strict) {
        Optional<Version> found = parse(version);
        if (found.isEmpty()) {
            return false;
        }
        for (String condition : conditions.split(",")) {
            Matcher form = CONDITION.matcher(condition);
            if (!form.matches()) {
                return false;
            }
            Optional<Version> wanted = parse(form.group(2));
            String operator = form.group(1) == null ? "=" : form.group(1);
            if (wanted.isEmpty() || !found.get().is(operator, wanted.get(), strict)) {
                return false;
            }
        }
        return true;
    }

    private boolean is(String operator, Version other, boolean strict) {
        int order = compare(other);
        boolean comparable = strict || comparesWith(other);
        return switch (operator) {
            case "=" -> order == 0;
            case "!=" -> order != 0;
            case ">" -> comparable && order > 0;
            case "<" -> comparable && order < 0;
            case ">=" -> comparable && order >= 0;
            case "<=" -> comparable && order <= 0;
            case "~>" -> comparable && order >= 0 && sameStem(other);
            default -> false;
        };
    }

    /** An early version is no version of what comes before or after its release. */
    private boolean comparesWith(Version other) {
        return early.isEmpty() || !other.early.isEmpty() && numbers.equals(other.numbers);
    }

    /** All that was written but the last number. */
    private boolean sameStem(Version other) {
        int stem = Math.max(1, other.given - 1);
        for (int i = 0; i < stem; i++) {
            if (!number(i).equals(other.number(i))) {
                return false;
            }
        }
        return true;
    }

    private BigInteger number(int at) {
        return at < numbers.size() ? numbers.get(at) : BigInteger.ZERO;
    }

    private int compare(Version other) {
        for (int i = 0; i < Math.max(numbers.size(), other.numbers.size()); i++) {
            int order = number(i).compareTo(other.number(i));
            if (order != 0) {
                return order;
            }
        }
        if (early.isEmpty() || other.early.isEmpty()) {
            return Boolean.compare(early.isEmpty(), other.early.isEmpty());
        }
        return compareEarly(early.split("\\."), other.early.split("\\."));
    }

    private static int compareEarly(String[] one, String[] other) {
        for (int i = 0; i < Math.min(one.length, other.length); i++) {
            boolean number = one[i].matches("[0-9]+");
            boolean otherNumber = other[i].matches("[0-9]+");
            int order = number && otherNumber
                    ? new BigInteger(one[i]).compareTo(new BigInteger(other[i]))
                    : number == otherNumber ? one[i].compareTo(other[i]) : Boolean.compare(otherNumber, number);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.length, other.length);
    }
}
