package io.outrider.agent.cli.job.act;

import io.outrider.agent.cli.output.Terminal;
import java.io.IOException;
import java.io.InputStream;
import picocli.CommandLine.Option;

/** Asks before something is done that was perhaps not meant. */
final class Consent {

    private static final int LONGEST = 100;

    @Option(
            names = {"-yes", "--yes", "-y"},
            description = "Ask nothing.")
    private boolean yes;

    boolean given(Terminal terminal, String question) {
        if (yes) {
            return true;
        }
        terminal.out().print(question + " [y/N] ");
        terminal.out().flush();
        String answer = line(System.in).strip();
        return answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes");
    }

    /** Byte by byte, so that what follows is left to whom it belongs. */
    private static String line(InputStream in) {
        StringBuilder line = new StringBuilder();
        try {
            for (int next = in.read(); next >= 0 && next != '\n' && line.length() < LONGEST; next = in.read()) {
                line.append((char) next);
            }
        } catch (IOException e) {
            return "";
        }
        return line.toString();
    }
}
