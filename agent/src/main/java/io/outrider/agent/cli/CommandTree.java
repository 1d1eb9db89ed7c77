package io.outrider.agent.cli;

import io.outrider.agent.cli.fmt.FmtCommand;
import io.outrider.agent.cli.job.JobCommand;
import io.outrider.agent.cli.job.JobInitCommand;
import io.outrider.agent.cli.job.JobRunCommand;
import io.outrider.agent.cli.job.JobValidateCommand;
import io.outrider.agent.cli.output.Terminal;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/** Which commands there are. Those that a command line cannot mean need not be made: that takes milliseconds each. */
final class CommandTree {

    // Their annotations say the names too, but are not to be read for nothing. In the order of the help.
    private static final List<Named> TOP = List.of(
            new Named("run", RunCommand.class),
            new Named("agent", AgentCommand.class),
            new Named("job", JobCommand.class),
            new Named("fmt", FmtCommand.class),
            new Named("completion", CompletionCommand.class),
            new Named("version", VersionCommand.class),
            new Named("help", HelpCommand.class));
    private static final List<Named> JOB = List.of(
            new Named("init", JobInitCommand.class),
            new Named("run", JobRunCommand.class),
            new Named("validate", JobValidateCommand.class));

    private static final Set<String> NEED_OTHERS = Set.of("help", "completion");

    private final Commands factory;

    CommandTree(Terminal terminal) {
        this.factory = new Commands(terminal);
    }

    /** All commands. */
    CommandLine whole(Object root) {
        CommandLine line = new CommandLine(root, factory);
        TOP.forEach(command -> add(line, command, JOB));
        return line;
    }

    /**
     * The commands that can run when the command line begins with these words. It takes the {@link #whole} tree to say
     * what is wrong with them.
     */
    CommandLine of(Object root, String first, String second) {
        List<Named> wanted = meant(TOP, first);
        if (wanted.size() > 1 || NEED_OTHERS.contains(first)) {
            return whole(root);
        }
        CommandLine line = new CommandLine(root, factory);
        add(line, wanted.get(0), meant(JOB, second));
        return line;
    }

    /** The one of this name, or all if none has it. */
    private static List<Named> meant(List<Named> commands, String name) {
        for (Named command : commands) {
            if (command.name().equals(name)) {
                return List.of(command);
            }
        }
        return commands;
    }

    private void add(CommandLine root, Named command, List<Named> belowJob) {
        CommandLine line = new CommandLine(command.type(), factory);
        if (command.type() == JobCommand.class) {
            belowJob.forEach(below -> line.addSubcommand(below.name(), new CommandLine(below.type(), factory)));
        }
        root.addSubcommand(command.name(), line);
    }

    private record Named(String name, Class<?> type) {}
}
