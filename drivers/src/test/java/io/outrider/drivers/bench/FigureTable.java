package io.outrider.drivers.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures beside their targets. A missed target is shown, not failed: how busy the machine is decides it too. */
public final class FigureTable {

    private static final String LINE = "%-58s %14s %14s  %s%n";

    private final List<String> lines = new ArrayList<>();

    /** A table about {@code what}. */
    public FigureTable(String what) {
        lines.add(String.format(Locale.ROOT, LINE, what, "target", "measured", ""));
    }

    /** A value for information. */
    public void add(String name, double value) {
        line(name, "", value, "");
    }

    /** A value that should not exceed a limit. */
    public void atMost(String name, double limit, double value) {
        line(name, "<= " + number(limit), value, value <= limit ? "ok" : "missed");
    }

    /** A value that should reach a limit. */
    public void atLeast(String name, double limit, double value) {
        line(name, ">= " + number(limit), value, value >= limit ? "ok" : "missed");
    }

    private void line(String name, String target, double value, String verdict) {
        lines.add(String.format(Locale.ROOT, LINE, name, target, number(value), verdict));
    }

    private static String number(double value) {
        boolean whole = value == Math.rint(value) || Math.abs(value) >= 100;
        return String.format(Locale.ROOT, whole ? "%,.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.2f", value);
    }

    // CHECKSTYLE OFF: RegexpSinglelineJava because a bench is there to print
    /** Prints what there is so far. */
    public void print() {
        System.out.println(System.lineSeparator() + String.join("", lines));
    }
    // CHECKSTYLE ON: RegexpSinglelineJava
}
