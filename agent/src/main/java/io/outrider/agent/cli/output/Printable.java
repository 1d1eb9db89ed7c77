package io.outrider.agent.cli.output;

import java.util.List;
import java.util.regex.Pattern;

/** Text of a task made fit for a line of ours. */
final class Printable {

    /** The reference's words around a cause. Events keep them, for programs that know them. */
    private static final Pattern WRAPPING =
            Pattern.compile("failed to launch command with executor: |rpc error: code = \\w+ desc = ");

    private Printable() {}

    /** A message without the layers of programs that it came through there, and does not here. */
    static String cause(String message) {
        return WRAPPING.matcher(message).replaceAll("");
    }

    /** One line without control characters. */
    static String of(String text) {
        return clean(text, false);
    }

    /** The lines of its cause, each without control characters, indents and bullets; empty ones are left out. */
    static List<String> lines(String text) {
        List<String> lines = cause(text)
                .lines()
                .map(String::strip)
                .map(line -> line.startsWith("* ") ? line.substring(2).strip() : line)
                .filter(line -> !line.isEmpty())
                .map(Printable::of)
                .toList();
        return lines.isEmpty() ? List.of("") : lines;
    }

    /** A line of output: tabs and colours may stay, a carriage return at the end goes. */
    static String ofLine(String text) {
        return clean(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text, true);
    }

    private static String clean(String text, boolean colours) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length() + 16);
        int at = 0;
        boolean coloured = false;
        while (at < text.length()) {
            int colour = colours ? colourLength(text, at) : 0;
            if (colour > 0) {
                clean.append(text, at, at + colour);
                coloured = true;
                at += colour;
                continue;
            }
            append(clean, text.charAt(at++));
        }
        return coloured ? clean.append("\033[0m").toString() : clean.toString();
    }

    /** Length of the SGR sequence ({@code ESC [ digits and ; m}) at {@code at}, else 0. */
    private static int colourLength(String text, int at) {
        if (!text.startsWith("\033[", at)) {
            return 0;
        }
        int end = at + 2;
        while (end < text.length() && (Character.isDigit(text.charAt(end)) || text.charAt(end) == ';')) {
            end++;
        }
        return end < text.length() && text.charAt(end) == 'm' ? end + 1 - at : 0;
    }

    private static void append(StringBuilder clean, char next) {
        if (next == '\t' || !Character.isISOControl(next)) {
            clean.append(next);
        } else if (next == '\n') {
            clean.append("; ");
        } else if (next == '\r') {
            clean.append("\\r");
        } else if (next < ' ') {
            clean.append('^').append((char) (next + '@'));
        } else {
            clean.append("\\x").append(Integer.toHexString(next));
        }
    }
}
