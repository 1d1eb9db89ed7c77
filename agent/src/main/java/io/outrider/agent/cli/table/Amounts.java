package io.outrider.agent.cli.table;

import java.util.Locale;

/** Amounts as commands show them, and ids in their short form. */
public final class Amounts {

    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    private static final int STEP = 1024;
    private static final int SHORT_ID = 8;

    private Amounts() {}

    /** Bytes with the unit that leaves few digits: {@code 300 MiB}, {@code 1.5 KiB}. */
    public static String bytes(long bytes) {
        if (bytes < STEP) {
            return bytes + " B";
        }
        double amount = bytes;
        int unit = 0;
        while (amount >= STEP && unit < UNITS.length - 1) {
            amount /= STEP;
            unit++;
        }
        // Ten and more need no fraction; what rounds up to ten has it.
        double rounded = Math.floor(amount * 10 + 0.5) / 10;
        return String.format(Locale.ROOT, rounded < 10 ? "%.1f %s" : "%.0f %s", rounded, UNITS[unit]);
    }

    /** A share of a hundred, as {@code 12.34%}. */
    public static String percent(double percent) {
        return String.format(Locale.ROOT, "%.2f%%", percent);
    }

    /** The beginning of an id, which is enough to name it to a command. */
    public static String shortId(String id) {
        return id.length() <= SHORT_ID ? id : id.substring(0, SHORT_ID);
    }

    /** The id as a command shows it: whole where {@code verbose}. */
    public static String id(String id, boolean verbose) {
        return verbose ? id : shortId(id);
    }
}
