package io.outrider.agent.cli;

import io.outrider.agent.cli.agent.AgentSession;
import io.outrider.agent.cli.agent.AgentSettings;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.Interrupts;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs an agent until it is told to end. */
@Command(
        name = "agent",
        description = {
            "Run an agent that takes jobs over HTTP.",
            "",
            "Ctrl-C, HUP and TERM end it. With -dev its jobs are stopped first and what it kept is removed; without,"
                    + " its tasks go on, and the next agent with the same -data-dir takes them up.",
            ""
        },
        footer = {"", "To begin with: outrider agent -dev"})
final class AgentCommand implements Callable<Integer> {

    private static final int PORT = 4646;

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-dev", "--dev"},
            description = "An agent to try things with: needs nothing, keeps nothing.")
    private boolean dev;

    @Option(
            names = {"-bind", "--bind"},
            paramLabel = "ADDRESS",
            description = "Listen on this address. Default: this machine only.")
    private String bind = "127.0.0.1";

    @Option(
            names = {"-http-port", "--http-port"},
            paramLabel = "PORT",
            description = "Listen on this port, 0 for any. Default: ${DEFAULT-VALUE}.")
    private int port = PORT;

    @Option(
            names = {"-data-dir", "--data-dir"},
            paramLabel = "DIR",
            description = "Keep state, logs and files here.")
    private @Nullable Path dataDir;

    @Option(
            names = {"-log-level", "--log-level"},
            paramLabel = "LEVEL",
            description = "trace, debug, info, warn or error. Default: ${DEFAULT-VALUE}.")
    private String logLevel = "info";

    @Option(
            names = {"-node", "--node"},
            paramLabel = "NAME",
            description = "Name of the node. Default: the host's name.")
    private @Nullable String node;

    AgentCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (!dev && dataDir == null) {
            throw new ParameterException(
                    spec.commandLine(), "an agent needs -data-dir=DIR to keep its state in, or -dev to try it");
        }
        Logging.toStderr(terminal, logLevel);
        AgentSettings settings =
                new AgentSettings(dev, bind, port, Optional.ofNullable(dataDir), logLevel, Optional.ofNullable(node));
        try (Interrupts interrupts = Interrupts.open()) {
            return new AgentSession(terminal, settings, interrupts).run();
        }
    }
}
