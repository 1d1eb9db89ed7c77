package io.outrider.agent.cli.job;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.api.ApiException;
import io.outrider.agent.cli.api.ApiOptions;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.follow.FollowOptions;
import io.outrider.agent.cli.output.IndentedJson;
import io.outrider.agent.cli.output.Terminal;
import io.outrider.agent.cli.run.ExitCodes;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Times;
import io.outrider.agent.standalone.cron.LaunchTimes;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Gives a job to an agent, or prints it as the API's JSON. */
@Command(
        name = "run",
        description = {
            "Run a job at an agent, and show until all of it is placed and has started.",
            "",
            "To run a job without an agent, see: outrider help run.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it was taken in, placed and started (or printed)",
            "1:the file is wrong, the agent refuses it, or a service failed to start",
            "2:something of it found no place yet; or wrong usage"
        })
public final class JobRunCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin
    private JobFileArguments source = new JobFileArguments();

    @Mixin
    private ApiOptions agent = new ApiOptions();

    @Mixin
    private FollowOptions follow = new FollowOptions();

    @Option(
            names = {"-output", "--output"},
            description = "Print the job instead of running it.")
    private boolean output;

    @Option(
            names = {"-json", "--json"},
            description = "Tell errors and warnings as JSON, one object a line, on standard error.")
    private boolean json;

    @Option(
            names = {"-check-index", "--check-index"},
            paramLabel = "INDEX",
            description = "Only if the job that is there has this modify index; 0 means that there must be none.")
    private @Nullable Long checkIndex;

    @Option(
            names = {"-preserve-counts", "--preserve-counts"},
            description = "Keep the counts of the groups that are there.")
    private boolean preserveCounts;

    @Option(
            names = {"-eval-priority", "--eval-priority"},
            paramLabel = "NUMBER",
            description = "Priority of the evaluation, if it is not to be the job's.")
    private @Nullable Integer evalPriority;

    public JobRunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        // The standard output is the job's.
        Findings findings = json ? Findings.json(terminal.err()) : Findings.text(terminal);
        Optional<Job> job =
                new JobFiles(terminal, findings).read(source, Checks.TEXT).job();
        if (job.isEmpty()) {
            return ExitCodes.FAILED;
        }
        return output ? printed(job.get()) : submitted(job.get());
    }

    private int printed(Job job) {
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("Job", job);
        terminal.out().println(Json.jobFile().with(IndentedJson.printer()).writeValueAsString(whole));
        terminal.out().flush();
        return ExitCodes.OK;
    }

    private int submitted(Job job) {
        ApiClient api = agent.client(terminal);
        String own = Objects.requireNonNullElse(job.namespace(), "");
        String namespace = agent.namesNamespace(terminal.env()) || own.isEmpty() ? api.namespace() : own;
        JsonNode answer = register(api, job, namespace);
        String warnings = Fields.text(answer, "Warnings");
        if (!warnings.isEmpty()) {
            terminal.out().println(terminal.warning("Job Warnings:\n" + warnings) + "\n");
        }
        String eval = Fields.text(answer, "EvalID");
        if (!follow.isDetached() && !eval.isEmpty()) {
            return follow.evaluation(api, namespace, terminal, eval);
        }
        terminal.out().println("Job registration successful");
        if (!eval.isEmpty()) {
            terminal.out().println("Evaluation ID: " + eval);
        }
        Instant now = Clock.systemUTC().instant();
        if (LaunchTimes.launches(job)) {
            LaunchTimes.next(job, now).ifPresent(launch -> launched(new Times(now, ZoneId.systemDefault()), launch));
        }
        terminal.out().flush();
        return ExitCodes.OK;
    }

    private void launched(Times times, Instant launch) {
        terminal.out().println("Approximate next launch time: " + times.at(launch) + " (" + times.ago(launch) + ")");
    }

    private JsonNode register(ApiClient api, Job job, String namespace) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("Job", job);
        body.put("PreserveCounts", preserveCounts);
        if (checkIndex != null) {
            body.put("EnforceIndex", true);
            body.put("JobModifyIndex", checkIndex);
        }
        if (evalPriority != null) {
            body.put("EvalPriority", evalPriority);
        }
        try {
            return api.put("/v1/jobs", ApiQuery.of("namespace", namespace), Json.bytes(body))
                    .body();
        } catch (ApiException e) {
            if (checkIndex != null && e.text().startsWith("Enforcing job modify index")) {
                throw new UserException(e.text() + "\nJob not updated");
            }
            throw e;
        }
    }
}
