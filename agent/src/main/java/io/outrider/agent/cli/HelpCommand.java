package io.outrider.agent.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
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

    /** Lets shells offer the commands: those of the root first, then those that lie within others. */
    static void offer(CommandLine root) {
        CommandSpec help = Objects.requireNonNull(root.getSubcommands().get("help"), "help")
                .getCommandSpec();
        PositionalParamSpec any = help.positionalParameters().get(0);
        Set<String> names = new LinkedHashSet<>(root.getSubcommands().keySet());
        Set<String> deeper = new LinkedHashSet<>();
        root.getSubcommands()
                .values()
                .forEach(command -> deeper.addAll(command.getSubcommands().keySet()));
        help.remove(any);
        help.addPositional(at("0", "COMMAND", names));
        help.addPositional(at("1", "SUBCOMMAND", deeper));
    }

    /** The label names the list in bash's script: no two may be the same. */
    private static PositionalParamSpec at(String index, String label, Set<String> names) {
        return PositionalParamSpec.builder()
                .index(index)
                .paramLabel(label)
                .completionCandidates(names)
                .build();
    }

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
