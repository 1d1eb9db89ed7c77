package io.outrider.agent.cli.output;

import java.io.PrintStream;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a command writes to.
 *
 * @param out results
 * @param err what went wrong, and hints
 * @param interactive whether {@code out} is a terminal
 * @param colours whether {@code out} shows ANSI escapes as colours
 * @param errColours the same of {@code err}
 * @param env environment of the command
 */
public record Terminal(
        PrintStream out,
        PrintStream err,
        boolean interactive,
        boolean colours,
        boolean errColours,
        Map<String, String> env) {

    /** What stands below the marked part of a line. */
    private static final Pattern MARK = Pattern.compile(" +\\| \\s*\\^+");

    /**
     * Decides on colours: only on a terminal that can show them, and not when {@code NO_COLOR} is set to anything
     * (no-color.org).
     *
     * @param interactive whether {@code out} is a terminal; {@code err} is taken for the same
     */
    public static Terminal of(PrintStream out, PrintStream err, boolean interactive, Map<String, String> env) {
        boolean colours = interactive && wantsColours(env);
        return new Terminal(out, err, interactive, colours, colours, env);
    }

    /** The same with other knowledge of {@code err}: whether it is a terminal. */
    public Terminal withErrors(boolean terminal) {
        return new Terminal(out, err, interactive, colours, terminal && wantsColours(env), env);
    }

    private static boolean wantsColours(Map<String, String> env) {
        return env.getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(env.get("TERM"));
    }

    /** Diagnostics as text for {@code err}. Only headings begin at the margin: what a file holds is indented. */
    public String diagnostics(String text) {
        Paint paint = errColours ? Paint.ANSI : Paint.PLAIN;
        return text.lines().map(line -> painted(line, paint)).collect(Collectors.joining("\n"));
    }

    private static String painted(String line, Paint paint) {
        if (line.startsWith("Error: ") || MARK.matcher(line).matches()) {
            return paint.fault(line);
        }
        return line.startsWith("Warning: ") ? paint.warning(line) : line;
    }

    Paint paint() {
        return colours ? Paint.ANSI : Paint.PLAIN;
    }

    /** Text that stands out, where colours are shown. */
    public String bold(String text) {
        return paint().bold(text);
    }

    /** Text that stands back. */
    public String faint(String text) {
        return paint().faint(text);
    }

    /** What is wrong or goes away. */
    public String fault(String text) {
        return paint().fault(text);
    }

    /** What is to be watched. */
    public String warning(String text) {
        return paint().warning(text);
    }

    /** What is right or comes. */
    public String good(String text) {
        return paint().good(text);
    }
}
