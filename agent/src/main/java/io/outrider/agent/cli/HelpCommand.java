package io.outrider.agent.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints the help of a command: {@code outrider help job validate}. */
@Command(name = "help", description = "Show the help of a command.")
final class HelpCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "A command, and a command of it.")
    private List<String> path = new ArrayList<>();

    @Override
    public void run() {
        CommandLine found = spec.root().commandLine();
        for (String name : path) {
            CommandLine next = found.getSubcommands().get(name);
            if (next == null) {
                throw new UnmatchedArgumentException(found, List.of(name));
            }
            found = next;
        }
        found.usage(spec.commandLine().getOut());
    }
}
