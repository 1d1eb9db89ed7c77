package io.outrider.agent.cli.job.look;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists jobs, or tells all of one. */
@Command(
        name = "status",
        description = "Show a job with its groups and allocs; all jobs without JOB.",
        footer = {"", "Of an alloc of it: outrider alloc status ALLOC."})
public final class JobStatusCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-short", "--short"},
            description = "Without groups and allocs.")
    private boolean brief;

    @Option(
            names = {"-evals", "--evals"},
            description = "Its evaluations too.")
    private boolean evals;

    @Option(
            names = {"-all-allocs", "--all-allocs"},
            description = "Allocs of earlier jobs with the same id too.")
    private boolean all;

    @Option(
            names = {"-verbose", "--verbose"},
            description = "Whole ids, exact times, and evaluations.")
    private boolean verbose;

    @Parameters(arity = "0..1", paramLabel = "JOB", description = "The id, or its beginning.")
    private @Nullable String id;

    @Override
    protected void run() {
        if (id == null) {
            list();
            return;
        }
        JsonNode stub = Jobs.one(api(), id, look(), times());
        JsonNode job = api().get(Jobs.path(stub), Jobs.query(stub)).body();
        if (format.isSet()) {
            format.print(terminal(), job);
            return;
        }
        JobText text = new JobText(job, verbose, look(), times());
        print(text.head());
        if (!brief) {
            parts(text, job);
        }
    }

    private void list() {
        JsonNode jobs = api().get("/v1/jobs", ApiQuery.none()).body();
        if (format.isSet()) {
            format.print(terminal(), jobs);
            return;
        }
        List<JsonNode> all = Fields.list(jobs);
        print(
                all.isEmpty()
                        ? "No running jobs"
                        : Jobs.table(all, look(), times(), api().namespace().equals("*")));
    }

    private void parts(JobText text, JsonNode job) {
        JsonNode summary = part(job, "/summary");
        if (text.isParent()) {
            text.parent(summary, children(job)).forEach(this::sectionOrText);
            return;
        }
        List<JsonNode> allocs = Fields.list(
                api().get(Jobs.path(job) + "/allocations", Jobs.query(job).and("all", all))
                        .body());
        List<JsonNode> decided = Fields.list(part(job, "/evaluations"));
        JsonNode deployment = part(job, "/deployment");
        section("Summary", text.summary(summary));
        if (evals || verbose) {
            section("Evaluations", text.evaluations(decided));
        }
        text.failures(decided).ifPresent(failed -> section("Placement Failure", failed));
        text.deployment(deployment).ifPresent(latest -> section("Latest Deployment", latest));
        section("Allocations", text.allocs(allocs));
    }

    private void sectionOrText(JobText.Part part) {
        if (part.heading().isEmpty()) {
            print("");
            print(part.text());
        } else {
            section(part.heading(), part.text());
        }
    }

    private List<JsonNode> children(JsonNode job) {
        String kind = Fields.has(job, "Periodic") ? "/periodic-" : "/dispatch-";
        ApiQuery query = Jobs.query(job).and("prefix", Fields.text(job, "ID") + kind);
        return Fields.list(api().get("/v1/jobs", query).body());
    }

    private JsonNode part(JsonNode job, String below) {
        return api().get(Jobs.path(job) + below, Jobs.query(job)).body();
    }
}
