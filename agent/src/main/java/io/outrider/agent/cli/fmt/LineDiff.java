package io.outrider.agent.cli.fmt;

import io.outrider.agent.cli.output.Terminal;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Two texts with the same number of lines, as a unified diff: the formatter neither joins nor breaks lines. */
final class LineDiff {

    private static final int CONTEXT = 3;

    private final List<String> before;
    private final List<String> after;
    private final boolean unfinished;

    LineDiff(String before, String after) {
        this.before = lines(before);
        this.after = lines(after);
        this.unfinished = !before.isEmpty() && !before.endsWith("\n");
    }

    /** Without line feeds; a carriage return is part of its line, or a file that loses only those shows nothing. */
    private static List<String> lines(String text) {
        List<String> lines = List.of(text.split("\n", -1));
        return lines.get(lines.size() - 1).isEmpty() ? lines.subList(0, lines.size() - 1) : lines;
    }

    /** Prints all hunks under the file's name. */
    void print(String file, Terminal terminal) {
        PrintStream out = terminal.out();
        out.println(terminal.bold("--- " + file));
        out.println(terminal.bold("+++ " + file));
        List<Integer> changed = changed();
        int from = 0;
        while (from < changed.size()) {
            int to = from + 1;
            while (to < changed.size() && changed.get(to) - changed.get(to - 1) <= 2 * CONTEXT + 1) {
                to++;
            }
            hunk(changed.subList(from, to), terminal);
            from = to;
        }
        out.flush();
    }

    private List<Integer> changed() {
        List<Integer> changed = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            if (differs(i)) {
                changed.add(i);
            }
        }
        return changed;
    }

    private boolean differs(int i) {
        return !before.get(i).equals(after.get(i)) || isUnfinished(i);
    }

    private boolean isUnfinished(int i) {
        return unfinished && i == before.size() - 1;
    }

    private void hunk(List<Integer> changed, Terminal terminal) {
        int start = Math.max(0, changed.get(0) - CONTEXT);
        int end = Math.min(before.size(), changed.get(changed.size() - 1) + CONTEXT + 1);
        String place = (start + 1) + "," + (end - start);
        terminal.out().println(terminal.faint("@@ -" + place + " +" + place + " @@"));
        int at = start;
        while (at < end) {
            int same = at;
            while (same < end && differs(same)) {
                same++;
            }
            lines(at, same, terminal);
            if (same < end) {
                terminal.out().println(" " + after.get(same));
            }
            at = same + 1;
        }
    }

    private void lines(int from, int to, Terminal terminal) {
        for (int i = from; i < to; i++) {
            terminal.out().println(terminal.fault("-" + before.get(i)));
            if (isUnfinished(i)) {
                terminal.out().println("\\ No newline at end of file");
            }
        }
        for (int i = from; i < to; i++) {
            terminal.out().println(terminal.good("+" + after.get(i)));
        }
    }
}
