package io.outrider.agent.cli.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Rows of cells below a heading, two spaces between the columns. An empty cell shows as {@code <none>}, a blank as
 * nothing. In a terminal that is too narrow the last column goes on in the next line, and if that is not enough the
 * widest ones are cut; what is written elsewhere is always whole. Not thread-safe.
 */
public final class Table {

    private static final String GAP = "  ";

    /** A last column narrower than this reads worse than a line that is too long. */
    private static final int NARROWEST_TEXT = 20;

    /** Enough for a short id. */
    private static final int NARROWEST_CELL = 8;

    private final List<List<String>> rows = new ArrayList<>();
    private final int columns;
    private final int keep;

    private Table(List<String> heads, int keep) {
        this.columns = heads.size();
        this.keep = keep;
        rows.add(heads);
    }

    /** A table with these headings and no rows yet. */
    public static Table of(String... heads) {
        return of(List.of(heads));
    }

    /** A table with these headings and no rows yet. */
    public static Table of(List<String> heads) {
        return new Table(heads, 0);
    }

    /** The same without rows, whose first columns are never cut, however narrow the terminal: people copy ids. */
    public Table keeping(int first) {
        return new Table(rows.get(0), first);
    }

    /** Adds a row; cells that are missing at its end are empty. */
    public Table row(Object... cells) {
        return row(List.of(cells));
    }

    /** Adds a row; cells that are missing at its end are empty. */
    public Table row(List<?> cells) {
        if (cells.size() > columns) {
            throw new IllegalArgumentException(cells.size() + " cells (expected: at most " + columns + ")");
        }
        List<String> row =
                cells.stream().map(cell -> Cells.line(cell.toString())).collect(Collectors.toList());
        row.addAll(Collections.nCopies(columns - row.size(), ""));
        rows.add(row);
        return this;
    }

    /** Whether there are only headings. */
    public boolean isEmpty() {
        return rows.size() == 1;
    }

    /** The lines, without a line's end behind the last. */
    public String text(Look look) {
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int at = 0; at < columns; at++) {
                widths[at] = Math.max(widths[at], Cells.width(row.get(at)));
            }
        }
        fit(widths, look.width());
        List<String> lines = new ArrayList<>();
        rows.forEach(row -> lines.addAll(lines(row, widths)));
        lines.set(0, look.heading(lines.get(0)));
        return String.join("\n", lines);
    }

    private void fit(int[] widths, int room) {
        int last = columns - 1;
        int over = total(widths) - room;
        if (over > 0 && last >= keep) {
            int least = Math.max(NARROWEST_TEXT, Cells.width(rows.get(0).get(last)));
            int taken = Math.min(over, Math.max(0, widths[last] - least));
            widths[last] -= taken;
            over -= taken;
        }
        while (over > 0) {
            int widest = widest(widths);
            if (widest < 0) {
                return;
            }
            widths[widest]--;
            over--;
        }
    }

    /** The column to be cut next, or -1 where none may be. */
    private int widest(int[] widths) {
        int found = -1;
        for (int at = keep; at < columns - 1; at++) {
            int least = Math.max(NARROWEST_CELL, Cells.width(rows.get(0).get(at)));
            if (widths[at] > least && (found < 0 || widths[at] > widths[found])) {
                found = at;
            }
        }
        return found;
    }

    private static int total(int[] widths) {
        int total = GAP.length() * (widths.length - 1);
        for (int width : widths) {
            total += width;
        }
        return total;
    }

    private List<String> lines(List<String> row, int[] widths) {
        int last = columns - 1;
        StringBuilder before = new StringBuilder();
        for (int at = 0; at < last; at++) {
            before.append(Cells.padded(Cells.cut(row.get(at), widths[at]), widths[at]))
                    .append(GAP);
        }
        List<String> lines = new ArrayList<>();
        String indent = " ".repeat(Cells.width(before.toString()));
        for (String part : Wrapped.lines(row.get(last), widths[last])) {
            lines.add(((lines.isEmpty() ? before : indent) + part).stripTrailing());
        }
        return lines;
    }
}
