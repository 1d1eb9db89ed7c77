package io.outrider.agent.cli.table;

import java.util.ArrayList;
import java.util.List;

/** Breaks a text into lines, at spaces where there are any. */
final class Wrapped {

    private Wrapped() {}

    /** At least one line, none of them wider; a text that fits is left as it is. */
    static List<String> lines(String text, int width) {
        if (Cells.width(text) <= width) {
            return List.of(text);
        }
        List<String> lines = new ArrayList<>();
        String rest = Cells.plain(text);
        while (Cells.width(rest) > width) {
            int most = rest.offsetByCodePoints(0, width);
            int space = rest.lastIndexOf(' ', most);
            int end = space > 0 ? space : most;
            lines.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).stripLeading();
        }
        if (!rest.isEmpty()) {
            lines.add(rest);
        }
        return lines;
    }
}
