package io.outrider.agent.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands about job files. */
@Command(
        name = "job",
        description = "Look at job files without running them.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {JobRunCommand.class, JobValidateCommand.class})
final class JobCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do with the job: a command is missing");
    }
}
