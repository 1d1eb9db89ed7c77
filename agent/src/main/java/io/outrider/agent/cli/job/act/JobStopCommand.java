package io.outrider.agent.cli.job.act;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.follow.FollowOptions;
import io.outrider.agent.cli.job.look.Jobs;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Stops jobs. */
@Command(
        name = "stop",
        description = "Stop a job, and show until that is decided.",
        footer = {"", "To see what becomes of its allocs: outrider job status JOB."})
public final class JobStopCommand extends ApiCommand {

    @Mixin
    private FollowOptions follow = new FollowOptions();

    @Mixin
    private Consent consent = new Consent();

    @Option(
            names = {"-purge", "--purge"},
            description = "Forget the job too.")
    private boolean purge;

    @Option(
            names = {"-no-shutdown-delay", "--no-shutdown-delay"},
            description = "Stop at once, whatever shutdown_delay says.")
    private boolean hurry;

    @Option(
            names = {"-global", "--global"},
            description = "In all regions; there is one.")
    private boolean global;

    @Option(
            names = {"-eval-priority", "--eval-priority"},
            paramLabel = "NUMBER",
            description = "Priority of the evaluation, if it is not to be the job's.")
    private int priority;

    @Parameters(arity = "1..*", paramLabel = "JOB", description = "The id, or its beginning.")
    private List<String> ids = new ArrayList<>();

    @Override
    protected void run() {
        List<JsonNode> jobs =
                ids.stream().map(id -> Jobs.one(api(), id, look(), times())).toList();
        for (int at = 0; at < jobs.size(); at++) {
            String id = Fields.text(jobs.get(at), "ID");
            if (ids.get(at).equals(id)
                    || consent.given(terminal(), "Are you sure you want to stop job \"" + id + "\"?")) {
                stop(jobs.get(at));
            } else {
                print("Cancelling job stop");
            }
        }
    }

    private void stop(JsonNode job) {
        ApiQuery query = Jobs.query(job)
                .and("purge", purge)
                .and("global", global)
                .and("no_shutdown_delay", hurry)
                .and("eval_priority", priority);
        JsonNode answer = api().delete(Jobs.path(job), query).body();
        exitWith(follow.evaluation(api(), Jobs.space(job), terminal(), Fields.text(answer, "EvalID")));
    }
}
