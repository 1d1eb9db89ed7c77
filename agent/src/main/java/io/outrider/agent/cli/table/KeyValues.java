package io.outrider.agent.cli.table;

import java.util.ArrayList;
import java.util.List;

/**
 * Names with their values, one a line, the equals signs below each other. An empty value shows as {@code <none>}. In a
 * terminal a long value goes on in the next line. Not thread-safe.
 */
public final class KeyValues {

    private static final String SIGN = " = ";
    private static final int NARROWEST_TEXT = 20;

    private final List<String> names = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    /** Adds a line. */
    public KeyValues add(String name, Object value) {
        names.add(name);
        values.add(Cells.line(value.toString()));
        return this;
    }

    /** Adds a line if there is something to show. */
    public KeyValues addIf(boolean shown, String name, Object value) {
        return shown ? add(name, value) : this;
    }

    /** Whether nothing was added. */
    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** The lines, without a line's end behind the last. */
    public String text(Look look) {
        int width = names.stream().mapToInt(Cells::width).max().orElse(0);
        int room = Math.max(NARROWEST_TEXT, look.width() - width - SIGN.length());
        List<String> lines = new ArrayList<>();
        for (int at = 0; at < names.size(); at++) {
            String before = look.heading(Cells.padded(names.get(at), width)) + SIGN;
            for (String part : Wrapped.lines(values.get(at), room)) {
                lines.add(before + part);
                before = " ".repeat(width + SIGN.length());
            }
        }
        return String.join("\n", lines);
    }
}
