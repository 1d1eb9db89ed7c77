package io.outrider.agent.cli.table;

import io.outrider.agent.cli.output.Terminal;
import java.util.Map;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * How tables look in one terminal.
 *
 * @param terminal where they are shown
 * @param width columns that there are; the largest number where nothing need fit
 */
public record Look(Terminal terminal, int width) {

    private static final int NARROWEST = 40;

    private static final Map<String, Shade> STATES = Map.ofEntries(
            Map.entry("running", Shade.GOOD),
            Map.entry("ready", Shade.GOOD),
            Map.entry("eligible", Shade.GOOD),
            Map.entry("healthy", Shade.GOOD),
            Map.entry("successful", Shade.GOOD),
            Map.entry("success", Shade.GOOD),
            Map.entry("alive", Shade.GOOD),
            Map.entry("failed", Shade.FAULT),
            Map.entry("failure", Shade.FAULT),
            Map.entry("lost", Shade.FAULT),
            Map.entry("down", Shade.FAULT),
            Map.entry("unhealthy", Shade.FAULT),
            Map.entry("pending", Shade.WAITING),
            Map.entry("blocked", Shade.WAITING),
            Map.entry("ineligible", Shade.WAITING),
            Map.entry("unknown", Shade.WAITING),
            Map.entry("disconnected", Shade.WAITING));

    private enum Shade {
        GOOD,
        WAITING,
        FAULT
    }

    /**
     * The look of what is written to the standard output: as wide as {@code COLUMNS} says or the terminal is, and
     * without a limit where it is no terminal.
     */
    public static Look of(Terminal terminal) {
        if (!terminal.interactive()) {
            return new Look(terminal, Integer.MAX_VALUE);
        }
        String columns = terminal.env().getOrDefault("COLUMNS", "");
        int width = columns.matches("[1-9][0-9]{0,3}")
                ? Integer.parseInt(columns)
                : new UsageMessageSpec().autoWidth(true).width();
        return new Look(terminal, Math.max(NARROWEST, width));
    }

    /** A line that stands above others. */
    public String heading(String text) {
        return terminal.bold(text);
    }

    /** A state of anything, such as {@code running}, in the colour of what it means. */
    public String state(String state) {
        Shade shade = STATES.get(state);
        if (shade == null) {
            return state;
        }
        return switch (shade) {
            case GOOD -> terminal.good(state);
            case WAITING -> terminal.warning(state);
            case FAULT -> terminal.fault(state);
        };
    }
}
