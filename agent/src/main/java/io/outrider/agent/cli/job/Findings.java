package io.outrider.agent.cli.job;

import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.UserException;
import java.io.PrintStream;

/** Where a command tells what there is to say of a job file. */
public interface Findings {

    /** As text for people, on standard error. */
    static Findings text(Terminal terminal) {
        return new TextFindings(terminal);
    }

    /** One JSON object a line. README.md, "Output for programs", is the schema. */
    static Findings json(PrintStream out) {
        return new JsonFindings(out);
    }

    /** Tells all of it. */
    void tell(ReadJob read);

    /** Tells the last words on a file that was only to be checked. */
    void conclude(ReadJob read, PrintStream out);

    /** A file that gives no text: a verdict on it, or the end of the command. */
    ReadJob unreadable(UserException reason);
}
