package io.outrider.agent.cli;

import io.outrider.agent.cli.alloc.AllocChecksCommand;
import io.outrider.agent.cli.alloc.AllocCommand;
import io.outrider.agent.cli.alloc.AllocFsCommand;
import io.outrider.agent.cli.alloc.AllocLogsCommand;
import io.outrider.agent.cli.alloc.AllocRestartCommand;
import io.outrider.agent.cli.alloc.AllocSignalCommand;
import io.outrider.agent.cli.alloc.AllocStatusCommand;
import io.outrider.agent.cli.alloc.AllocStopCommand;
import io.outrider.agent.cli.fmt.FmtCommand;
import io.outrider.agent.cli.job.JobCommand;
import io.outrider.agent.cli.job.JobInitCommand;
import io.outrider.agent.cli.job.JobRunCommand;
import io.outrider.agent.cli.job.JobValidateCommand;
import io.outrider.agent.cli.job.act.JobStopCommand;
import io.outrider.agent.cli.job.look.JobStatusCommand;
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
            new Named(
                    "job",
                    JobCommand.class,
                    new Named("init", JobInitCommand.class),
                    new Named("run", JobRunCommand.class),
                    new Named("status", JobStatusCommand.class),
                    new Named("stop", JobStopCommand.class),
                    new Named("validate", JobValidateCommand.class)),
            new Named(
                    "alloc",
                    AllocCommand.class,
                    new Named("status", AllocStatusCommand.class),
                    new Named("logs", AllocLogsCommand.class),
                    new Named("fs", AllocFsCommand.class),
                    new Named("restart", AllocRestartCommand.class),
                    new Named("signal", AllocSignalCommand.class),
                    new Named("stop", AllocStopCommand.class),
                    new Named("checks", AllocChecksCommand.class)),
            new Named("fmt", FmtCommand.class),
            new Named("completion", CompletionCommand.class),
            new Named("version", VersionCommand.class),
            new Named("help", HelpCommand.class));

    private static final Set<String> NEED_OTHERS = Set.of("help", "completion");

    private final Commands factory;

    CommandTree(Terminal terminal) {
        this.factory = new Commands(terminal);
    }

    /** All commands. */
    CommandLine whole(Object root) {
        return with(new CommandLine(root, factory), TOP);
    }

    /**
     * The commands that can run when the command line begins with these words. It takes the {@link #whole} tree to say
     * what is wrong with them.
     */
    CommandLine of(Object root, String... words) {
        if (meant(TOP, word(words, 0)).size() > 1 || NEED_OTHERS.contains(word(words, 0))) {
            return whole(root);
        }
        CommandLine line = new CommandLine(root, factory);
        CommandLine at = line;
        List<Named> below = TOP;
        int depth = 0;
        while (!below.isEmpty()) {
            List<Named> meant = meant(below, word(words, depth++));
            if (meant.size() > 1) {
                with(at, meant);
                return line;
            }
            CommandLine next = new CommandLine(meant.get(0).type(), factory);
            at.addSubcommand(meant.get(0).name(), next);
            at = next;
            below = meant.get(0).below();
        }
        return line;
    }

    private static String word(String[] words, int at) {
        return at < words.length ? words[at] : "";
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

    private CommandLine with(CommandLine line, List<Named> commands) {
        for (Named command : commands) {
            line.addSubcommand(command.name(), with(new CommandLine(command.type(), factory), command.below()));
        }
        return line;
    }

    private record Named(String name, Class<?> type, List<Named> below) {

        Named(String name, Class<?> type, Named... below) {
            this(name, type, List.of(below));
        }
    }
}
