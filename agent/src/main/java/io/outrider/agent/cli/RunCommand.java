package io.outrider.agent.cli;

import io.outrider.agent.cli.job.Checks;
import io.outrider.agent.cli.job.Findings;
import io.outrider.agent.cli.job.JobFileArguments;
import io.outrider.agent.cli.job.JobFiles;
import io.outrider.agent.cli.job.ReadJob;
import io.outrider.agent.cli.output.JsonOutput;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.DataDir;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.run.Interrupts;
import io.outrider.agent.cli.run.RunSession;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a job file in the foreground. */
@Command(
        name = "run",
        description = {
            "Run a job file here and now, without a server, until all its tasks have ended.",
            "",
            "Shows events (*), output (|) and error output (!) of every task, then a summary. Ctrl-C, HUP and TERM stop"
                    + " the job as it asks for (kill_signal, kill_timeout); a second one kills it at once.",
            "Nothing is reserved and no constraint is checked: the file is run.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every task did well",
            "N:the exit code of the task that failed first",
            "1:the file, the agent or a task without an exit code failed",
            "2:wrong usage",
            "130:ended by Ctrl-C, HUP or TERM",
            "141:nobody reads the output any more"
        },
        footer = {
            "",
            "Examples:",
            "  outrider run examples/hello.nomad.hcl",
            "  outrider run -var name=you -json job.nomad.hcl | jq .",
            "",
            "  # the same command goes on after a crash",
            "  outrider run -data-dir /var/tmp/job job.nomad.hcl"
        })
final class RunCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private JobFileArguments source = new JobFileArguments();

    @Option(
            names = {"-json", "--json"},
            description = "Write one JSON object a line instead of text.")
    private boolean json;

    @Option(
            names = {"-data-dir", "--data-dir"},
            paramLabel = "DIR",
            description = "Keep state, logs and files here. Run again with the same directory after a crash, the tasks"
                    + " that still run are found again. Default: a fresh directory, removed at the end.")
    private @Nullable Path dataDir;

    @Option(
            names = {"-replace", "--replace"},
            description = "Where the job runs in the data directory already, perhaps from another version of the file,"
                    + " stop it first, as it says there.")
    private boolean replace;

    RunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (dataDir != null && dataDir.toString().isEmpty()) {
            throw new ParameterException(spec.commandLine(), "-data-dir needs a value: -data-dir=DIR");
        }
        Logging.toStderr(terminal);
        Findings findings = json ? Findings.json(terminal.out()) : Findings.text(terminal);
        ReadJob read = new JobFiles(terminal, findings).read(source, Checks.HERE);
        if (!read.isGood()) {
            if (json) {
                new JsonOutput(terminal).refused(ExitCodes.FAILED);
            }
            return ExitCodes.FAILED;
        }
        try (Interrupts interrupts = Interrupts.open()) {
            RunSession.Mode mode = new RunSession.Mode(json, replace);
            return new RunSession(terminal, mode, DataDir.of(Optional.ofNullable(dataDir)), interrupts)
                    .run(read.job().orElseThrow());
        }
    }
}
