package io.outrider.agent.cli.output;

import java.io.PrintStream;
import java.util.Map;

/**
 * Where a command writes to.
 *
 * @param out results
 * @param err what went wrong, and hints
 * @param interactive whether {@code out} is a terminal
 * @param colours whether {@code out} shows ANSI escapes as colours
 * @param env environment of the command
 */
public record Terminal(
        PrintStream out, PrintStream err, boolean interactive, boolean colours, Map<String, String> env) {

    /**
     * Decides on colours: only on a terminal that can show them, and not when {@code NO_COLOR} is set to anything
     * (no-color.org).
     */
    public static Terminal of(PrintStream out, PrintStream err, boolean interactive, Map<String, String> env) {
        boolean banned = !env.getOrDefault("NO_COLOR", "").isEmpty() || "dumb".equals(env.get("TERM"));
        return new Terminal(out, err, interactive, interactive && !banned, env);
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

    /** What is right or comes. */
    public String good(String text) {
        return paint().good(text);
    }
}
