package io.outrider.agent.cli;

import io.outrider.agent.cli.ask.Shown;
import io.outrider.agent.cli.fmt.FmtCommand;
import io.outrider.agent.cli.job.JobInitCommand;
import io.outrider.agent.cli.job.JobRunCommand;
import io.outrider.agent.cli.job.JobValidateCommand;
import io.outrider.agent.cli.output.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands; those that write get the terminal. */
final class Commands implements IFactory {

    private final Terminal terminal;

    Commands(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (type == RunCommand.class) {
            return type.cast(new RunCommand(terminal));
        }
        if (type == AgentCommand.class) {
            return type.cast(new AgentCommand(terminal));
        }
        if (type == JobInitCommand.class) {
            return type.cast(new JobInitCommand(terminal));
        }
        if (type == JobRunCommand.class) {
            return type.cast(new JobRunCommand(terminal));
        }
        if (type == JobValidateCommand.class) {
            return type.cast(new JobValidateCommand(terminal));
        }
        if (type == FmtCommand.class) {
            return type.cast(new FmtCommand(terminal));
        }
        if (type == Shown.class) {
            return type.cast(new Shown(terminal));
        }
        return CommandLine.defaultFactory().create(type);
    }
}
