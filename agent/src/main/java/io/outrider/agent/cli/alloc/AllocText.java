package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.KeyValues;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import io.outrider.agent.cli.table.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** An alloc for people. */
final class AllocText {

    private final JsonNode alloc;
    private final boolean verbose;
    private final Look look;
    private final Times times;

    AllocText(JsonNode alloc, boolean verbose, Look look, Times times) {
        this.alloc = alloc;
        this.verbose = verbose;
        this.look = look;
        this.times = times;
    }

    /** Its tasks with their last events. */
    String brief() {
        KeyValues values = new KeyValues()
                .add("ID", text("ID"))
                .add("Name", text("Name"))
                .add("Created", time("CreateTime"))
                .add("Modified", time("ModifyTime"));
        Table table = Table.of("Name", "State", "Last Event", "Time", "Lifecycle");
        Fields.map(alloc, "TaskStates").forEach((name, state) -> {
            List<JsonNode> events = Fields.list(state, "Events");
            JsonNode last = events.isEmpty() ? state.path("none") : events.get(events.size() - 1);
            table.row(
                    name,
                    look.state(Fields.text(state, "State")),
                    Fields.text(last, "Type"),
                    times.at(Fields.nanos(last, "Time")),
                    Lifecycles.of(alloc, name));
        });
        return values.text(look) + "\n\n" + look.heading("Tasks") + "\n" + table.text(look);
    }

    /** Everything. */
    String whole(JsonNode checks, TaskText tasks) {
        StringBuilder out = new StringBuilder(basics().text(look));
        addresses(out);
        checks(out, checks);
        Fields.map(alloc, "TaskStates").keySet().stream()
                .sorted(Lifecycles.order(alloc))
                .forEach(task -> out.append("\n\n").append(tasks.of(task)));
        if (verbose) {
            metrics(out);
        }
        return out.toString();
    }

    private KeyValues basics() {
        KeyValues values = new KeyValues()
                .add("ID", text("ID"))
                .add("Eval ID", Amounts.id(text("EvalID"), verbose))
                .add("Name", text("Name"))
                .add("Node ID", Amounts.id(text("NodeID"), verbose))
                .add("Node Name", text("NodeName"))
                .add("Job ID", text("JobID"))
                .add("Job Version", Fields.number(alloc, "Job", "Version"))
                .add("Client Status", look.state(text("ClientStatus")))
                .add("Client Description", text("ClientDescription"))
                .add("Desired Status", text("DesiredStatus"))
                .add("Desired Description", text("DesiredDescription"))
                .add("Created", time("CreateTime"))
                .add("Modified", time("ModifyTime"));
        String deployment = text("DeploymentID");
        if (!deployment.isEmpty()) {
            values.add("Deployment ID", Amounts.id(deployment, verbose)).add("Deployment Health", look.state(health()));
            values.addIf(Fields.is(alloc, "DeploymentStatus", "Canary"), "Canary", "true");
        }
        rescheduling(values);
        if (verbose) {
            JsonNode metrics = alloc.path("Metrics");
            values.add("Evaluated Nodes", Fields.number(metrics, "NodesEvaluated"))
                    .add("Filtered Nodes", Fields.number(metrics, "NodesFiltered"))
                    .add("Exhausted Nodes", Fields.number(metrics, "NodesExhausted"))
                    .add("Allocation Time", duration(Fields.number(metrics, "AllocationTime")))
                    .add("Failures", Fields.number(metrics, "CoalescedFailures"));
        }
        return values;
    }

    private String health() {
        if (!Fields.has(alloc, "DeploymentStatus", "Healthy")) {
            return "unset";
        }
        return Fields.is(alloc, "DeploymentStatus", "Healthy") ? "healthy" : "unhealthy";
    }

    private void rescheduling(KeyValues values) {
        int attempts = Fields.list(alloc, "RescheduleTracker", "Events").size();
        values.addIf(attempts > 0, "Reschedule Attempts", attempts);
        String next = text("NextAllocation");
        values.addIf(!next.isEmpty(), "Replacement Alloc ID", Amounts.id(next, verbose));
        Instant follow = Fields.time(alloc, "FollowupEvalTime");
        values.addIf(next.isEmpty() && follow.getEpochSecond() > 0, "Reschedule Eligibility", times.ago(follow));
    }

    private void addresses(StringBuilder out) {
        List<JsonNode> ports = Fields.list(alloc, "AllocatedResources", "Shared", "Ports");
        if (ports.isEmpty()) {
            return;
        }
        JsonNode network =
                alloc.path("AllocatedResources").path("Shared").path("Networks").path(0);
        List<String> dynamic = Fields.list(network, "DynamicPorts").stream()
                .map(port -> Fields.text(port, "Label"))
                .toList();
        Table table = Table.of("Label", "Dynamic", "Address");
        for (JsonNode port : ports) {
            String label = Fields.text(port, "Label");
            long to = Fields.number(port, "To");
            table.row(
                    "*" + label,
                    dynamic.contains(label) ? "yes" : "no",
                    Fields.text(port, "HostIP") + ":" + Fields.number(port, "Value") + (to > 0 ? " -> " + to : ""));
        }
        String mode = Fields.text(network, "Mode");
        String title = mode.isEmpty() || mode.equals("host") ? "" : " (mode = \"" + mode + "\")";
        section(out, "Allocation Addresses" + title + ":", table);
    }

    private void checks(StringBuilder out, JsonNode checks) {
        Table table = Table.of("Service", "Task", "Name", "Mode", "Status");
        Fields.map(checks)
                .values()
                .forEach(check -> table.row(
                        Fields.text(check, "Service"),
                        Fields.text(check, "Task").isEmpty() ? "(group)" : Fields.text(check, "Task"),
                        Fields.text(check, "Check"),
                        Fields.text(check, "Mode"),
                        look.state(Fields.text(check, "Status"))));
        if (!table.isEmpty()) {
            section(out, "Nomad Service Checks:", table);
        }
    }

    /** Of each node that was looked at, how well it fits. */
    private void metrics(StringBuilder out) {
        List<JsonNode> scores = Fields.list(alloc, "Metrics", "ScoreMetaData");
        if (scores.isEmpty()) {
            return;
        }
        TreeSet<String> names = new TreeSet<>();
        scores.forEach(score -> names.addAll(Fields.map(score, "Scores").keySet()));
        List<String> heads = new ArrayList<>(List.of("Node"));
        heads.addAll(names);
        heads.add("final score");
        Table table = Table.of(heads).keeping(1);
        for (JsonNode score : scores) {
            Map<String, JsonNode> known = Fields.map(score, "Scores");
            List<String> row = new ArrayList<>(List.of(Fields.text(score, "NodeID")));
            names.forEach(
                    name -> row.add(known.containsKey(name) ? figures(Fields.fraction(score, "Scores", name)) : "0"));
            row.add(figures(Fields.fraction(score, "NormScore")));
            table.row(row);
        }
        section(out, "Placement Metrics", table);
    }

    /** Three digits that mean something. */
    private static String figures(double value) {
        return new java.math.BigDecimal(value)
                .round(new java.math.MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }

    private void section(StringBuilder out, String heading, Table table) {
        out.append("\n\n").append(look.heading(heading)).append('\n').append(table.text(look));
    }

    private static String duration(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        Duration duration = Duration.ofNanos(nanos);
        return duration.toMillis() > 0
                ? String.format(Locale.ROOT, "%.3fms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.3fµs", nanos / 1e3);
    }

    private String text(String name) {
        return Fields.text(alloc, name);
    }

    private String time(String name) {
        Instant time = Fields.nanos(alloc, name);
        return verbose ? times.at(time) : times.ago(time);
    }
}
