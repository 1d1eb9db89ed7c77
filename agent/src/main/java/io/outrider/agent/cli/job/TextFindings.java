package io.outrider.agent.cli.job;

import io.outrider.agent.cli.input.TextInput;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.UserException;
import java.io.PrintStream;

/** Diagnostics with their lines, below the verdict. */
final class TextFindings implements Findings {

    private final Terminal terminal;
    private final PrintStream err;

    TextFindings(Terminal terminal) {
        this.terminal = terminal;
        this.err = terminal.err();
    }

    @Override
    public void tell(ReadJob read) {
        if (!read.isGood()) {
            err.println("outrider: " + read.verdict() + "\n");
        }
        if (!read.diagnostics().isEmpty()) {
            err.println(terminal.diagnostics(TextInput.shown(read.diagnostics())));
        }
        err.flush();
    }

    @Override
    public void conclude(ReadJob read, PrintStream out) {
        if (read.isGood()) {
            out.println("Job validation successful");
            read.notes().forEach(note -> out.println("Note: " + note));
            out.flush();
        }
    }

    @Override
    public ReadJob unreadable(UserException reason) {
        throw reason;
    }
}
