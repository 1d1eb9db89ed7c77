package io.outrider.agent.cli.job;

import io.outrider.agent.cli.run.UserException;
import io.outrider.jobspec.hcl.DiagnosticText;
import java.io.PrintStream;

/** Diagnostics with their lines, below the verdict. */
final class TextFindings implements Findings {

    /** Nobody reads more at once, and the first fault often made the others. */
    private static final int MOST_DIAGNOSTICS = 10;

    private final PrintStream err;

    TextFindings(PrintStream err) {
        this.err = err;
    }

    @Override
    public void tell(ReadJob read) {
        if (!read.isGood()) {
            err.println("outrider: " + read.verdict() + "\n");
        }
        if (!read.diagnostics().isEmpty()) {
            err.println(DiagnosticText.render(read.diagnostics(), MOST_DIAGNOSTICS));
        }
        err.flush();
    }

    @Override
    public void conclude(ReadJob read, PrintStream out) {
        if (read.isGood()) {
            out.println("Job validation successful");
            out.flush();
        }
    }

    @Override
    public ReadJob unreadable(UserException reason) {
        throw reason;
    }
}
