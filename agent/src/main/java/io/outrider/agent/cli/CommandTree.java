package io.outrider.agent.cli;

import io.outrider.agent.cli.alloc.AllocChecksCommand;
import io.outrider.agent.cli.alloc.AllocCommand;
import io.outrider.agent.cli.alloc.AllocFsCommand;
import io.outrider.agent.cli.alloc.AllocLogsCommand;
import io.outrider.agent.cli.alloc.AllocRestartCommand;
import io.outrider.agent.cli.alloc.AllocSignalCommand;
import io.outrider.agent.cli.alloc.AllocStatusCommand;
import io.outrider.agent.cli.alloc.AllocStopCommand;
import io.outrider.agent.cli.cluster.DeploymentCommand;
import io.outrider.agent.cli.cluster.DeploymentListCommand;
import io.outrider.agent.cli.cluster.DeploymentStatusCommand;
import io.outrider.agent.cli.cluster.ReconcileCommand;
import io.outrider.agent.cli.cluster.ReconcileSummariesCommand;
import io.outrider.agent.cli.cluster.SystemCommand;
import io.outrider.agent.cli.cluster.SystemGcCommand;
import io.outrider.agent.cli.fmt.FmtCommand;
import io.outrider.agent.cli.job.JobCommand;
import io.outrider.agent.cli.job.JobInitCommand;
import io.outrider.agent.cli.job.JobRunCommand;
import io.outrider.agent.cli.job.JobValidateCommand;
import io.outrider.agent.cli.job.act.JobStopCommand;
import io.outrider.agent.cli.job.look.JobStatusCommand;
import io.outrider.agent.cli.node.NodeCommand;
import io.outrider.agent.cli.node.NodeConfigCommand;
import io.outrider.agent.cli.node.NodeEligibilityCommand;
import io.outrider.agent.cli.node.NodeMetaApplyCommand;
import io.outrider.agent.cli.node.NodeMetaCommand;
import io.outrider.agent.cli.node.NodeMetaReadCommand;
import io.outrider.agent.cli.node.NodeStatusCommand;
import io.outrider.agent.cli.node.pool.NodePoolCommand;
import io.outrider.agent.cli.node.pool.NodePoolInfoCommand;
import io.outrider.agent.cli.node.pool.NodePoolListCommand;
import io.outrider.agent.cli.node.pool.NodePoolNodesCommand;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.server.AgentInfoCommand;
import io.outrider.agent.cli.server.CheckCommand;
import io.outrider.agent.cli.server.MonitorCommand;
import io.outrider.agent.cli.server.OperatorApiCommand;
import io.outrider.agent.cli.server.OperatorCommand;
import io.outrider.agent.cli.server.SchedulerCommand;
import io.outrider.agent.cli.server.SchedulerGetConfigCommand;
import io.outrider.agent.cli.server.ServerCommand;
import io.outrider.agent.cli.server.ServerMembersCommand;
import io.outrider.agent.cli.space.NamespaceApplyCommand;
import io.outrider.agent.cli.space.NamespaceCommand;
import io.outrider.agent.cli.space.NamespaceDeleteCommand;
import io.outrider.agent.cli.space.NamespaceInspectCommand;
import io.outrider.agent.cli.space.NamespaceListCommand;
import io.outrider.agent.cli.space.NamespaceStatusCommand;
import io.outrider.agent.cli.variable.VarCommand;
import io.outrider.agent.cli.variable.VarGetCommand;
import io.outrider.agent.cli.variable.VarListCommand;
import io.outrider.agent.cli.variable.VarPurgeCommand;
import io.outrider.agent.cli.variable.VarPutCommand;
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
            new Named(
                    "node",
                    NodeCommand.class,
                    new Named("status", NodeStatusCommand.class),
                    new Named("eligibility", NodeEligibilityCommand.class),
                    new Named(
                            "meta",
                            NodeMetaCommand.class,
                            new Named("read", NodeMetaReadCommand.class),
                            new Named("apply", NodeMetaApplyCommand.class)),
                    new Named(
                            "pool",
                            NodePoolCommand.class,
                            new Named("list", NodePoolListCommand.class),
                            new Named("info", NodePoolInfoCommand.class),
                            new Named("nodes", NodePoolNodesCommand.class)),
                    new Named("config", NodeConfigCommand.class)),
            new Named(
                    "deployment",
                    DeploymentCommand.class,
                    new Named("list", DeploymentListCommand.class),
                    new Named("status", DeploymentStatusCommand.class)),
            new Named(
                    "namespace",
                    NamespaceCommand.class,
                    new Named("list", NamespaceListCommand.class),
                    new Named("status", NamespaceStatusCommand.class),
                    new Named("inspect", NamespaceInspectCommand.class),
                    new Named("apply", NamespaceApplyCommand.class),
                    new Named("delete", NamespaceDeleteCommand.class)),
            new Named(
                    "var",
                    VarCommand.class,
                    new Named("list", VarListCommand.class),
                    new Named("get", VarGetCommand.class),
                    new Named("put", VarPutCommand.class),
                    new Named("purge", VarPurgeCommand.class)),
            new Named(
                    "system",
                    SystemCommand.class,
                    new Named("gc", SystemGcCommand.class),
                    new Named(
                            "reconcile",
                            ReconcileCommand.class,
                            new Named("summaries", ReconcileSummariesCommand.class))),
            new Named("server", ServerCommand.class, new Named("members", ServerMembersCommand.class)),
            new Named(
                    "operator",
                    OperatorCommand.class,
                    new Named("api", OperatorApiCommand.class),
                    new Named(
                            "scheduler",
                            SchedulerCommand.class,
                            new Named("get-config", SchedulerGetConfigCommand.class))),
            new Named("agent-info", AgentInfoCommand.class),
            new Named("monitor", MonitorCommand.class),
            new Named("check", CheckCommand.class),
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
