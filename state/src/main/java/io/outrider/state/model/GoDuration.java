package io.outrider.state.model;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Go's text form of durations, such as {@code 1h2m3.5s}. */
public final class GoDuration {
    private static final Map<String, Long> UNITS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "μs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);
    private static final Pattern PART = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
    private static final int MAX_LENGTH = 100;

    private GoDuration() {}

    /** Nanoseconds of a text with units; empty when it is none (no unit, no number, out of range). */
    public static OptionalLong parse(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return OptionalLong.of(0);
        }
        if (rest.isEmpty() || rest.length() > MAX_LENGTH) {
            return OptionalLong.empty();
        }
        return sum(negative, rest);
    }

    private static OptionalLong sum(boolean negative, String text) {
        Matcher part = PART.matcher(text);
        BigDecimal total = BigDecimal.ZERO;
        int end = 0;
        while (end < text.length()) {
            if (!part.find(end) || part.start() != end) {
                return OptionalLong.empty();
            }
            BigDecimal unit = BigDecimal.valueOf(UNITS.getOrDefault(part.group(2), 0L));
            total = total.add(new BigDecimal(part.group(1)).multiply(unit));
            end = part.end();
        }
        BigDecimal signed = (negative ? total.negate() : total).setScale(0, java.math.RoundingMode.DOWN);
        boolean fits = signed.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
                && signed.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) >= 0;
        return fits ? OptionalLong.of(signed.longValueExact()) : OptionalLong.empty();
    }
}
