package io.outrider.agent.cli.job;

import io.outrider.agent.cli.output.IndentedJson;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints a job file as the API's JSON. */
@Command(
        name = "run",
        description = {
            "Print a job file as the JSON of the Nomad API, with -output.",
            "",
            "To run a job without a server, see: outrider help run.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:printed", "1:the file is wrong", "2:wrong usage"})
public final class JobRunCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private JobFileArguments source = new JobFileArguments();

    @Option(
            names = {"-output", "--output"},
            description = "Print the job instead of running it.")
    private boolean output;

    @Option(
            names = {"-json", "--json"},
            description = "Tell errors and warnings as JSON, one object a line, on standard error.")
    private boolean json;

    public JobRunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (!output) {
            throw new ParameterException(
                    spec.commandLine(),
                    "There is no server yet to submit jobs to: use -output to print the job, or outrider run to run"
                            + " it");
        }
        // The standard output is the job's.
        Findings findings = json ? Findings.json(terminal.err()) : Findings.text(terminal);
        Optional<Job> job =
                new JobFiles(terminal, findings).read(source, Checks.TEXT).job();
        if (job.isEmpty()) {
            return ExitCodes.FAILED;
        }
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("Job", job.get());
        terminal.out().println(Json.jobFile().with(IndentedJson.printer()).writeValueAsString(whole));
        terminal.out().flush();
        return ExitCodes.OK;
    }
}
