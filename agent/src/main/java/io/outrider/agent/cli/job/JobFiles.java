package io.outrider.agent.cli.job;

import io.outrider.agent.cli.input.TextInput;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.UserException;
import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.function.FileAccess;
import io.outrider.jobspec.variable.Variables;
import java.nio.file.Path;
import java.util.List;

/** Reads job files, or says what is wrong with them. */
public final class JobFiles {

    private final Terminal terminal;
    private final Findings findings;

    public JobFiles(Terminal terminal, Findings findings) {
        this.terminal = terminal;
        this.findings = findings;
    }

    /** The job as the file says it, looked at as closely as asked for. What there is to say goes to the findings. */
    public ReadJob read(JobFileArguments arguments, Checks checks) {
        ReadJob read = checked(arguments, checks);
        findings.tell(read);
        return read;
    }

    private ReadJob checked(JobFileArguments arguments, Checks checks) {
        List<String> given = arguments.variables();
        try {
            Source source = source(arguments.file());
            List<Source> files = arguments.variableFiles().stream()
                    .map(file -> source(file.toString()))
                    .toList();
            JobParser parser = new JobParser(FileAccess.below(Path.of("").toAbsolutePath()));
            return ReadJob.of(
                    parser.read(source, new Variables(terminal.env(), files, given, arguments.strict())), checks);
        } catch (UserException e) {
            return findings.unreadable(e);
        }
    }

    private static Source source(String file) {
        TextInput input = new TextInput(file);
        byte[] bytes = input.bytes();
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == 0) {
                throw new UserException(input.name() + " is no text (byte " + at + " is 0): a job file is HCL or JSON");
            }
        }
        return input.source(bytes);
    }
}
