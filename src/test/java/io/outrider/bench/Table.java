package io.outrider.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The figures, printed once at the end; {@code -Dbench.only=WORD} takes only those groups that have the word. */
final class Table {

    private static final String LINE = "%-58s %14s %14s  %s%n";

    private static final String ONLY = System.getProperty("bench.only", "");

    private final List<Figure> figures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    void add(Figure figure) {
        figures.add(figure);
    }

    /** What a reader must know of a figure. */
    void note(String text) {
        notes.add(text);
    }

    /** Takes one group of figures; the others are taken although it fails. */
    void take(String what, Measurement measurement) {
        if (!what.contains(ONLY)) {
            return;
        }
        double load = load();
        try {
            measurement.run();
        } catch (IOException | RuntimeException | AssertionError e) {
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text));
            failures.add(what + ": " + text);
        }
        note("%s: load of the machine %.1f before, %.1f after".formatted(what, load, load()));
    }

    List<String> failures() {
        return failures;
    }

    private static double load() {
        try {
            return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    // CHECKSTYLE OFF: RegexpSinglelineJava because a bench is there to print
    void print() {
        StringBuilder text = new StringBuilder("\n");
        text.append(LINE.formatted("figure", "target", "measured", ""));
        figures.forEach(figure -> text.append(LINE.formatted(
                figure.name(),
                figure.target(),
                figure.measured(),
                figure.verdict().map(met -> met ? "ok" : "missed").orElse(""))));
        notes.forEach(note -> text.append("  ").append(note).append('\n'));
        System.out.println(text);
    }
    // CHECKSTYLE ON: RegexpSinglelineJava

    /** Takes figures. */
    interface Measurement {
        void run() throws IOException;
    }
}
