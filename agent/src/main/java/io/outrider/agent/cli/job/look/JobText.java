package io.outrider.agent.cli.job.look;

import io.outrider.agent.cli.ask.AllocList;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.follow.Failures;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.KeyValues;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import io.outrider.agent.cli.table.Times;
import io.outrider.agent.standalone.cron.LaunchTimes;
import io.outrider.state.model.Json;
import io.outrider.state.model.job.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What there is to tell of a job, part by part. */
record JobText(JsonNode job, boolean verbose, Look look, Times times) {

    private static final List<String> COUNTS =
            List.of("Queued", "Starting", "Running", "Failed", "Complete", "Lost", "Unknown");

    /** A heading, which may be empty, and what stands below it. */
    record Part(String heading, String text) {}

    /** Whether others are made from it. */
    boolean isParent() {
        return (Fields.has(job, "Periodic") || Fields.has(job, "ParameterizedJob")) && !Fields.is(job, "Dispatched");
    }

    String head() {
        boolean periodic = Fields.has(job, "Periodic");
        KeyValues lines = new KeyValues()
                .add("ID", Fields.text(job, "ID"))
                .add("Name", Fields.text(job, "Name"))
                .add("Submit Date", times.at(Fields.nanos(job, "SubmitTime")))
                .add("Type", Fields.text(job, "Type"))
                .add("Priority", Fields.number(job, "Priority"))
                .add("Datacenters", joined("Datacenters"))
                .add("Namespace", Jobs.space(job))
                .add("Node Pool", Fields.text(job, "NodePool"))
                .add("Status", Jobs.status(job, look))
                .add("Periodic", periodic)
                .add("Parameterized", Fields.has(job, "ParameterizedJob"));
        if (periodic && !Fields.is(job, "Stop")) {
            lines.add("Next Periodic Launch", launch());
        }
        return lines.text(look);
    }

    private String launch() {
        Job whole = Json.read(job, Job.class);
        return LaunchTimes.launches(whole)
                ? LaunchTimes.next(whole, times.now())
                        .map(next -> times.at(next) + " (" + times.ago(next) + ")")
                        .orElse("none (ended)")
                : "none (disabled)";
    }

    private String joined(String... path) {
        return Fields.list(job, path).stream().map(part -> part.asString("")).collect(Collectors.joining(","));
    }

    List<Part> parent(JsonNode summary, List<JsonNode> children) {
        boolean periodic = Fields.has(job, "Periodic");
        List<Part> parts = new ArrayList<>();
        if (!periodic) {
            parts.add(new Part(
                    "Parameterized Job",
                    new KeyValues()
                            .add("Payload", Fields.text(job, "ParameterizedJob", "Payload"))
                            .add("Required Metadata", joined("ParameterizedJob", "MetaRequired"))
                            .add("Optional Metadata", joined("ParameterizedJob", "MetaOptional"))
                            .text(look)));
        }
        parts.add(new Part(
                periodic ? "Children Job Summary" : "Parameterized Job Summary",
                Table.of("Pending", "Running", "Dead")
                        .row(
                                Fields.number(summary, "Children", "Pending"),
                                Fields.number(summary, "Children", "Running"),
                                Fields.number(summary, "Children", "Dead"))
                        .text(look)));
        parts.add(
                children.isEmpty()
                        ? new Part(
                                "",
                                periodic
                                        ? "No instances of periodic job found"
                                        : "No dispatched instances of parameterized job found")
                        : new Part(periodic ? "Previously Launched Jobs" : "Dispatched Jobs", childTable(children)));
        return parts;
    }

    private String childTable(List<JsonNode> children) {
        Table table = Table.of("ID", "Status").keeping(1);
        children.forEach(child -> table.row(Fields.text(child, "ID"), Jobs.status(child, look)));
        return table.text(look);
    }

    String summary(JsonNode summary) {
        List<String> heads = new ArrayList<>(List.of("Task Group"));
        heads.addAll(COUNTS);
        Table table = Table.of(heads);
        Fields.map(summary, "Summary").forEach((group, counts) -> {
            List<Object> row = new ArrayList<>(List.of(group));
            COUNTS.forEach(name -> row.add(Fields.number(counts, name)));
            table.row(row);
        });
        return table.text(look);
    }

    String evaluations(List<JsonNode> evals) {
        if (evals.isEmpty()) {
            return "No evaluations";
        }
        Table table = Table.of("ID", "Priority", "Triggered By", "Status", "Placement Failures")
                .keeping(1);
        evals.stream()
                .sorted(newestFirst())
                .forEach(eval -> table.row(
                        Amounts.id(Fields.text(eval, "ID"), verbose),
                        Fields.number(eval, "Priority"),
                        Fields.text(eval, "TriggeredBy"),
                        look.state(Fields.text(eval, "Status")),
                        Fields.text(eval, "Status").equals("blocked")
                                ? "N/A - In Progress"
                                : !Fields.map(eval, "FailedTGAllocs").isEmpty()));
        return table.text(look);
    }

    private static Comparator<JsonNode> newestFirst() {
        return Comparator.<JsonNode>comparingLong(eval -> Fields.number(eval, "CreateIndex"))
                .reversed();
    }

    /** Why the newest evaluation could not place all, while one waits for room. */
    Optional<String> failures(List<JsonNode> evals) {
        boolean waits =
                evals.stream().anyMatch(eval -> Fields.text(eval, "Status").equals("blocked"));
        return evals.stream()
                .sorted(newestFirst())
                .filter(eval -> waits && !Fields.map(eval, "FailedTGAllocs").isEmpty())
                .findFirst()
                .map(this::failed);
    }

    private String failed(JsonNode eval) {
        List<String> lines = new ArrayList<>();
        Fields.map(eval, "FailedTGAllocs").forEach((group, metric) -> {
            lines.add("Task Group \"" + group + "\":");
            lines.addAll(Failures.reasons(metric, "  "));
        });
        return String.join("\n", lines);
    }

    Optional<String> deployment(JsonNode deployment) {
        if (!Fields.has(deployment, "ID")) {
            return Optional.empty();
        }
        Table table = Table.of("Task Group", "Desired", "Placed", "Healthy", "Unhealthy", "Progress Deadline");
        Fields.map(deployment, "TaskGroups")
                .forEach((group, state) -> table.row(
                        group,
                        Fields.number(state, "DesiredTotal"),
                        Fields.number(state, "PlacedAllocs"),
                        Fields.number(state, "HealthyAllocs"),
                        Fields.number(state, "UnhealthyAllocs"),
                        times.at(Fields.time(state, "RequireProgressBy"))));
        String head = new KeyValues()
                .add("ID", Amounts.id(Fields.text(deployment, "ID"), verbose))
                .add("Status", look.state(Fields.text(deployment, "Status")))
                .add("Description", Fields.text(deployment, "StatusDescription"))
                .text(look);
        return Optional.of(head + "\n\n" + look.heading("Deployed") + "\n" + table.text(look));
    }

    String allocs(List<JsonNode> allocs) {
        return AllocList.text(allocs, verbose, look, times);
    }
}
