package io.outrider.agent.cli.table;

import java.util.regex.Pattern;

/** Measures and shortens texts that may hold the escapes of colours, which take no room. */
final class Cells {

    /** What stands for a value that is not there. */
    static final String NONE = "<none>";

    private static final Pattern ESCAPES = Pattern.compile("\033\\[[0-9;]*m");

    private Cells() {}

    /** The columns of a terminal that a text takes; wide letters count as one. */
    static int width(String text) {
        String plain = plain(text);
        return plain.codePointCount(0, plain.length());
    }

    static String plain(String text) {
        return text.indexOf('\033') < 0 ? text : ESCAPES.matcher(text).replaceAll("");
    }

    static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - width(text)));
    }

    /** The text, or its beginning with an ellipsis. What is cut loses its colour. */
    static String cut(String text, int width) {
        if (width(text) <= width) {
            return text;
        }
        String plain = plain(text);
        return plain.substring(0, plain.offsetByCodePoints(0, Math.max(0, width - 1))) + "…";
    }

    /** One line, since a cell is one: what would break the table becomes a space. Only blanks stay blank. */
    static String line(String text) {
        return text.isEmpty() ? NONE : text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
    }
}
