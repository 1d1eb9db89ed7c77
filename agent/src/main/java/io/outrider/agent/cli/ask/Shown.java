package io.outrider.agent.cli.ask;

import io.outrider.agent.cli.output.Terminal;
import picocli.CommandLine.Option;

/** Where a command writes to. Made by the commands' factory, which knows it. */
public final class Shown {

    private final Terminal terminal;

    @Option(
            names = {"-no-color", "--no-color"},
            description = "No colours.")
    private boolean plain;

    /** Options that are not set yet. */
    public Shown(Terminal terminal) {
        this.terminal = terminal;
    }

    Terminal terminal() {
        return plain
                ? new Terminal(terminal.out(), terminal.err(), terminal.interactive(), false, false, terminal.env())
                : terminal;
    }
}
