package io.outrider.agent.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a completion script, made from the commands themselves. */
@Command(
        name = "completion",
        description = "Print a completion script for a shell.",
        footer = {"", "bash, zsh:  source <(outrider completion bash)", "fish:       outrider completion fish | source"
        })
final class CompletionCommand implements Runnable {

    /** Shells with a script. */
    enum Shell {
        bash,
        zsh,
        fish
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Shell shell = Shell.bash;

    @Override
    public void run() {
        CommandLine root = spec.root().commandLine();
        PrintWriter out = spec.commandLine().getOut();
        HelpCommand.offer(root);
        if (shell == Shell.fish) {
            fish(out, root, List.of());
        } else {
            // The script of picocli runs in zsh too: it turns on zsh's layer for bash scripts itself.
            out.print(AutoComplete.bash("outrider", root));
        }
        out.flush();
    }

    private static void fish(PrintWriter out, CommandLine command, List<String> path) {
        String here = condition(command, path);
        for (CommandLine child : command.getSubcommands().values()) {
            CommandSpec about = child.getCommandSpec();
            out.println("complete -c outrider -n '" + here + "' -f -a " + about.name() + " -d "
                    + quoted(about.usageMessage().description()));
        }
        command.getCommandSpec().options().forEach(option -> fishOption(out, option, here));
        command.getCommandSpec().positionalParameters().forEach(values -> fishValues(out, values, here));
        command.getSubcommands().forEach((name, child) -> {
            List<String> deeper = new ArrayList<>(path);
            deeper.add(name);
            fish(out, child, deeper);
        });
    }

    /** True in fish when the line has the words of the path and neither a command further down nor one beside it. */
    private static String condition(CommandLine command, List<String> path) {
        if (path.isEmpty()) {
            return "__fish_use_subcommand";
        }
        List<String> parts = new ArrayList<>();
        path.forEach(word -> parts.add("__fish_seen_subcommand_from " + word));
        Set<String> others = new TreeSet<>(command.getSubcommands().keySet());
        CommandLine above = command.getParent();
        while (above != null) {
            others.addAll(above.getSubcommands().keySet());
            above = above.getParent();
        }
        path.forEach(others::remove);
        parts.add("not __fish_seen_subcommand_from " + String.join(" ", others));
        return String.join("; and ", parts);
    }

    private static void fishValues(PrintWriter out, PositionalParamSpec values, String here) {
        if (values.completionCandidates() != null && values.index().min() == 0) {
            String names = String.join(" ", values.completionCandidates());
            out.println("complete -c outrider -n '" + here + "' -f -a '" + names + "'");
        }
    }

    private static void fishOption(PrintWriter out, OptionSpec option, String here) {
        for (String name : option.names()) {
            String form = name.startsWith("--")
                    ? "-l " + name.substring(2)
                    : (name.length() == 2 ? "-s " : "-o ") + name.substring(1);
            String value = option.arity().min() > 0 ? " -r" : "";
            out.println(
                    "complete -c outrider -n '" + here + "' " + form + value + " -d " + quoted(option.description()));
        }
    }

    private static String quoted(String[] description) {
        String first = description.length == 0 ? "" : description[0];
        return "'" + first.replace("'", "\\'") + "'";
    }
}
