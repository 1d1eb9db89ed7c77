package io.outrider.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * One line of the table.
 *
 * @param name what was measured, with its unit
 * @param target what we aim at; empty: for information
 * @param measured the value
 * @param verdict whether the target is met
 */
record Figure(String name, String target, String measured, Optional<Boolean> verdict) {

    static Figure atMost(String name, double limit, double value) {
        return new Figure(name, "<= " + number(limit), number(value), Optional.of(value <= limit));
    }

    static Figure atLeast(String name, double limit, double value) {
        return new Figure(name, ">= " + number(limit), number(value), Optional.of(value >= limit));
    }

    static Figure of(String name, String value) {
        return new Figure(name, "", value, Optional.empty());
    }

    static String number(double value) {
        if (value == Math.rint(value) || Math.abs(value) >= 100) {
            return "%,.0f".formatted(value);
        }
        return String.format(Locale.ROOT, Math.abs(value) >= 10 ? "%.1f" : "%.2f", value);
    }

    /** The value that a share {@code part} of all does not exceed. */
    static double quantile(double[] values, double part) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
    }

    static double median(double[] values) {
        return quantile(values, 0.5);
    }
}
