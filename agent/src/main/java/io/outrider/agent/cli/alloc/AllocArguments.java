package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.AllocList;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.Found;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Times;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Which alloc is meant: by its id, or as one of a job. */
final class AllocArguments {

    @Option(
            names = {"-job", "--job"},
            description = "Take ALLOC for the id of a job: one of its allocs is meant, a running one if there is any.")
    private boolean job;

    @Option(
            names = {"-verbose", "--verbose"},
            description = "Whole ids.")
    private boolean verbose;

    @Parameters(index = "0", paramLabel = "ALLOC", description = "The id, or its beginning.")
    private String id = "";

    boolean isVerbose() {
        return verbose;
    }

    /** The one alloc, whole. */
    JsonNode find(ApiClient api, Look look, Times times) {
        String alloc = job ? ofJob(api) : id;
        return Found.alloc(api, alloc, all -> AllocList.text(all, verbose, look, times));
    }

    private String ofJob(ApiClient api) {
        List<JsonNode> jobs = Found.matches(api, "/v1/jobs", id);
        JsonNode found = jobs.stream()
                .filter(one -> Fields.text(one, "ID").equals(id))
                .findFirst()
                .or(() -> jobs.size() == 1 ? jobs.stream().findFirst() : java.util.Optional.empty())
                .orElseThrow(() -> new UserException(
                        jobs.isEmpty()
                                ? "No job(s) with prefix or id \"" + id + "\" found"
                                : "Prefix \"" + id + "\" matched multiple jobs: "
                                        + jobs.stream()
                                                .map(one -> Fields.text(one, "ID"))
                                                .collect(Collectors.joining(", "))));
        String path = "/v1/job/" + ApiQuery.segment(Fields.text(found, "ID")) + "/allocations";
        ApiQuery query =
                ApiQuery.of("namespace", Fields.text(found, "Namespace")).and("all", false);
        return Fields.list(api.get(path, query).body()).stream()
                .max(Comparator.<JsonNode, Boolean>comparing(
                                alloc -> Fields.text(alloc, "ClientStatus").equals("running"))
                        .thenComparing(alloc -> Fields.number(alloc, "CreateIndex")))
                .map(alloc -> Fields.text(alloc, "ID"))
                .orElseThrow(() -> new UserException("No allocations for job \"" + id + "\" found"));
    }

    /** The task that is named, or the only one of the alloc. */
    static String task(JsonNode alloc, @Nullable String named) {
        if (named != null && !named.isEmpty()) {
            return named;
        }
        List<String> tasks = Lifecycles.tasks(alloc);
        if (tasks.size() == 1) {
            return tasks.get(0);
        }
        throw new UserException("Allocation \"" + Amounts.shortId(Fields.text(alloc, "ID"))
                + "\" is running the following tasks:\n"
                + tasks.stream().map(task -> "  * " + task + "\n").collect(Collectors.joining())
                + "\nPlease specify the task.");
    }
}
