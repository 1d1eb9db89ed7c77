package io.outrider.agent.cli.job;

import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks a job file. */
@Command(
        name = "validate",
        description = {
            "Check a job file without running it.",
            "",
            "What only this machine cannot run (drivers, their config, blocks that are not supported yet) is a warning,"
                    + " and so is what had better not be in a job.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the file is good (-strict: and there is no warning)",
            "1:it is not, or cannot be read",
            "2:wrong usage"
        })
public final class JobValidateCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private JobFileArguments source = new JobFileArguments();

    @Option(
            names = {"-json", "--json"},
            description = "Write one JSON object a line instead of text: a diagnostic each, then the validation.")
    private boolean json;

    @Option(
            names = {"-strict", "--strict"},
            description = "Let warnings fail too.")
    private boolean strict;

    public JobValidateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Findings findings = json ? Findings.json(terminal.out()) : Findings.text(terminal);
        ReadJob read = new JobFiles(terminal, findings).read(source, strict ? Checks.STRICT : Checks.VALID);
        findings.conclude(read, terminal.out());
        return read.isGood() ? ExitCodes.OK : ExitCodes.FAILED;
    }
}
