package io.outrider.agent.cli.cluster;

import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.KeyValues;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import io.outrider.agent.cli.table.Times;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Deployments for people. */
final class Deployments {

    private Deployments() {}

    static String list(List<JsonNode> deployments, boolean verbose, Look look) {
        Table table =
                Table.of("ID", "Job ID", "Job Version", "Status", "Description").keeping(1);
        deployments.forEach(one -> table.row(
                Amounts.id(Fields.text(one, "ID"), verbose),
                Fields.text(one, "JobID"),
                Fields.number(one, "JobVersion"),
                look.state(Fields.text(one, "Status")),
                Fields.text(one, "StatusDescription")));
        return table.text(look);
    }

    static String whole(JsonNode one, boolean verbose, Look look, Times times) {
        String basics = new KeyValues()
                .add("ID", Amounts.id(Fields.text(one, "ID"), verbose))
                .add("Job ID", Fields.text(one, "JobID"))
                .add("Job Version", Fields.number(one, "JobVersion"))
                .add("Status", look.state(Fields.text(one, "Status")))
                .add("Description", Fields.text(one, "StatusDescription"))
                .text(look);
        Table table = Table.of("Task Group", "Desired", "Placed", "Healthy", "Unhealthy", "Progress Deadline");
        Fields.map(one, "TaskGroups")
                .forEach((name, group) -> table.row(
                        name,
                        Fields.number(group, "DesiredTotal"),
                        Fields.number(group, "PlacedAllocs"),
                        Fields.number(group, "HealthyAllocs"),
                        Fields.number(group, "UnhealthyAllocs"),
                        times.at(Fields.time(group, "RequireProgressBy"))));
        return basics + "\n\n" + look.heading("Deployed") + "\n" + table.text(look);
    }
}
