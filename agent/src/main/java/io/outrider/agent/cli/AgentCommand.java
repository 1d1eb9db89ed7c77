package io.outrider.agent.cli;

import io.outrider.agent.cli.agent.AgentSession;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.config.AgentConfig;
import io.outrider.agent.config.ConfigFiles;
import io.outrider.agent.config.Overrides;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
            "Ctrl-C and TERM end it, HUP makes it read its config again. With -dev its jobs are stopped first and what"
                    + " it kept is removed; without, its tasks go on, and the next agent with the same -data-dir takes"
                    + " them up.",
            ""
        },
        footer = {"", "To begin with: outrider agent -dev"})
final class AgentCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-dev", "--dev"},
            description = "An agent to try things with: needs nothing, keeps nothing.")
    private boolean dev;

    @Option(
            names = {"-config", "--config"},
            paramLabel = "FILE|DIR",
            description = "Read this config file, or those of a folder by name. May be given again; what comes later"
                    + " counts, and options count over files.")
    private List<Path> config = List.of();

    @Option(
            names = {"-bind", "--bind"},
            paramLabel = "ADDRESS",
            description = "Listen on this address. Default: this machine only.")
    private @Nullable String bind;

    @Option(
            names = {"-http-port", "--http-port"},
            paramLabel = "PORT",
            description = "Listen on this port, 0 for any. Default: 4646.")
    private @Nullable Integer port;

    @Option(
            names = {"-data-dir", "--data-dir"},
            paramLabel = "DIR",
            description = "Keep state, logs and files here.")
    private @Nullable Path dataDir;

    @Option(
            names = {"-log-level", "--log-level"},
            paramLabel = "LEVEL",
            description = "trace, debug, info, warn or error. Default: info.")
    private @Nullable String logLevel;

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
        AgentConfig read = ConfigFiles.read(overrides());
        if (!dev && read.dataDir().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "an agent needs -data-dir=DIR, or data_dir in its config, to keep its state in, or -dev to try it");
        }
        return new AgentSession(terminal, this::overrides, read).run();
    }

    private Overrides overrides() {
        return new Overrides(
                dev,
                config,
                Optional.ofNullable(bind),
                port == null ? OptionalInt.empty() : OptionalInt.of(port),
                Optional.ofNullable(dataDir),
                Optional.ofNullable(logLevel),
                Optional.ofNullable(node));
    }
}
