package io.outrider.agent.cli.job;

import io.outrider.agent.cli.run.ExitCodes;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands about job files. */
@Command(
        name = "job",
        description = "Write and check job files; run, look at and stop jobs.",
        synopsisSubcommandLabel = "COMMAND")
public final class JobCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCodes.USAGE;
    }
}
