package io.outrider.agent.cli.job;

import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.run.UserException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks a job file. */
@Command(
        name = "validate",
        description = {
            "Check a job file without running it.",
            "",
            "What only this machine cannot run (drivers, their config, blocks that are not supported yet) is a warning."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the file is good, whatever the warnings", "1:it is not", "2:wrong usage"})
public final class JobValidateCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private JobFileArguments source = new JobFileArguments();

    public JobValidateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ReadJob read = new JobFiles(terminal).read(source);
        List<String> faults = read.faults();
        if (!faults.isEmpty()) {
            throw new UserException("the job is not valid:\n" + ReadJob.list(faults));
        }
        List<String> warnings = read.warnings();
        if (!warnings.isEmpty()) {
            terminal.err().println("outrider: warning: this machine cannot run the job:\n" + ReadJob.list(warnings));
            terminal.err().flush();
        }
        terminal.out().println("Job validation successful");
        terminal.out().flush();
        return ExitCodes.OK;
    }
}
