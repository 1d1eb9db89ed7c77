package io.outrider.agent.cli;

import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.run.UserException;
import io.outrider.jobspec.validate.JobCheck;
import io.outrider.jobspec.validate.JobFault;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks a job file. */
@Command(
        name = "validate",
        description = "Check a job file without running it.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the file is good", "1:it is not", "2:wrong usage"})
final class JobValidateCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private JobFileArguments source = new JobFileArguments();

    JobValidateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<JobFault> faults = JobCheck.check(new JobFiles(terminal).read(source));
        if (!faults.isEmpty()) {
            throw new UserException("the job is not valid:\n"
                    + faults.stream().map(fault -> "  * " + fault.message()).collect(Collectors.joining("\n")));
        }
        terminal.out().println("Job validation successful");
        terminal.out().flush();
        return ExitCodes.OK;
    }
}
