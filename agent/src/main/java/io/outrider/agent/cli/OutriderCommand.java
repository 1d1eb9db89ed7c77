package io.outrider.agent.cli;

import io.outrider.agent.AgentException;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.job.JobException;
import io.outrider.jobspec.hcl.NearestName;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root of the command tree. */
@Command(
        name = "outrider",
        description = "Runs Nomad job files on this machine and streams what happens to them.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            JobCommand.class,
            CompletionCommand.class,
            VersionCommand.class,
            HelpCommand.class
        },
        footer = {"", "Help for a command: outrider help COMMAND, or outrider COMMAND -help."})
final class OutriderCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-h", "-help", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-version", "--version"},
            description = "Print the version.")
    private boolean version;

    private OutriderCommand() {}

    /** Runs one command line. Every end that a user can cause is a message and a code, never a stack trace. */
    static int execute(Terminal terminal, String[] args) {
        CommandLine line = new CommandLine(new OutriderCommand(), new Commands(terminal));
        line.setPosixClusteredShortOptionsAllowed(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setColorScheme(CommandLine.Help.defaultColorScheme(terminal.colours() ? Ansi.ON : Ansi.OFF))
                .setOut(writer(terminal.out()))
                .setErr(writer(terminal.err()))
                .setParameterExceptionHandler((error, wrong) -> wrongUsage(terminal, error))
                .setExecutionExceptionHandler((error, command, parsed) -> failed(terminal, error));
        return line.execute(args);
    }

    @Override
    public void run() {
        if (version) {
            VersionCommand.print(spec.commandLine().getOut());
            return;
        }
        throw new ParameterException(spec.commandLine(), "Say what to do: a command is missing");
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    private static int wrongUsage(Terminal terminal, ParameterException error) {
        PrintStream err = terminal.err();
        CommandLine command = error.getCommandLine();
        err.println("outrider: " + reason(error));
        err.println("See: " + command.getCommandSpec().qualifiedName() + " -help");
        err.flush();
        return ExitCodes.USAGE;
    }

    private static String reason(ParameterException error) {
        if (!(error instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return String.valueOf(error.getMessage());
        }
        String what = unmatched.isUnknownOption() ? "option" : expects(error) ? "command" : "argument";
        String wrong = unmatched.getUnmatched().get(0);
        String hint = NearestName.question(wrong, known(error.getCommandLine().getCommandSpec()));
        return "unknown " + what + " \"" + wrong + "\"" + (hint.isEmpty() ? "" : ". " + hint);
    }

    private static List<String> known(CommandSpec command) {
        List<String> names = new ArrayList<>(command.subcommands().keySet());
        command.options().forEach(option -> names.addAll(List.of(option.names())));
        return names;
    }

    private static boolean expects(ParameterException error) {
        return !error.getCommandLine().getSubcommands().isEmpty();
    }

    private static boolean isExpected(Exception error) {
        return error instanceof UserException || error instanceof AgentException || error instanceof JobException;
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
