package io.outrider.agent.cli;

import io.outrider.agent.AgentException;
import io.outrider.agent.cli.api.ApiException;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.config.ConfigException;
import io.outrider.agent.job.JobException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of the command tree. */
@Command(
        name = "outrider",
        description = "Runs Nomad job files on this machine and streams what happens to them.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Help for a command: outrider help COMMAND, or outrider COMMAND -help.",
            "To begin with: outrider run examples/hello.nomad.hcl"
        })
final class OutriderCommand implements Callable<Integer> {

    /** Picocli lays out nothing narrower. */
    private static final int NARROWEST = 55;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-h", "-help", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-v", "-version", "--version"},
            description = "Print the version.")
    private boolean version;

    private OutriderCommand() {}

    /** Runs one command line. Every end that a user can cause is a message and a code, never a stack trace. */
    static int execute(Terminal terminal, String[] args) {
        CommandTree tree = new CommandTree(terminal);
        return set(terminal, tree.of(new OutriderCommand(), args))
                .setParameterExceptionHandler(
                        (error, wrong) -> wrongUsage(terminal, asSeenByAll(terminal, error, wrong)))
                .setExecutionExceptionHandler((error, command, parsed) -> failed(terminal, error))
                .execute(args);
    }

    private static CommandLine set(Terminal terminal, CommandLine line) {
        line.setPosixClusteredShortOptionsAllowed(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.colours() ? Ansi.ON : Ansi.OFF))
                .setOut(writer(terminal.out()))
                .setErr(writer(terminal.err()));
        columns(terminal).ifPresent(width -> line.setUsageHelpAutoWidth(false).setUsageHelpWidth(width));
        return line;
    }

    /** The same fault among all commands, which hints may be about. */
    private static ParameterException asSeenByAll(Terminal terminal, ParameterException error, String[] args) {
        try {
            set(terminal, new CommandTree(terminal).whole(new OutriderCommand()))
                    .parseArgs(args);
            // What a command itself finds wrong.
            return error;
        } catch (ParameterException again) {
            return again;
        }
    }

    @Override
    public Integer call() {
        if (version) {
            VersionCommand.print(spec.commandLine().getOut());
            return ExitCodes.OK;
        }
        // A command that only leads to others shows them, and has done nothing.
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCodes.USAGE;
    }

    /** Width of help texts where {@code COLUMNS} says it; else the terminal is asked. */
    private static OptionalInt columns(Terminal terminal) {
        String text = terminal.env().getOrDefault("COLUMNS", "");
        return text.matches("[1-9][0-9]{0,3}")
                ? OptionalInt.of(Math.max(NARROWEST, Integer.parseInt(text)))
                : OptionalInt.empty();
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    private static int wrongUsage(Terminal terminal, ParameterException error) {
        PrintStream err = terminal.err();
        CommandLine command = error.getCommandLine();
        err.println("outrider: " + WrongUsage.of(error));
        err.println("See: " + command.getCommandSpec().qualifiedName() + " -help");
        err.flush();
        return ExitCodes.USAGE;
    }

    private static boolean isExpected(Exception error) {
        return error instanceof UserException
                || error instanceof ApiException
                || error instanceof AgentException
                || error instanceof JobException
                || error instanceof ConfigException;
    }

    private static int failed(Terminal terminal, Exception error) {
        PrintStream err = terminal.err();
        if (isExpected(error)) {
            err.println("outrider: " + error.getMessage());
        } else {
            err.println("outrider: internal fault: " + error + " (set OUTRIDER_DEBUG=1 to see where)");
        }
        if (terminal.env().containsKey("OUTRIDER_DEBUG")) {
            error.printStackTrace(err);
        }
        err.flush();
        return ExitCodes.FAILED;
    }
}
