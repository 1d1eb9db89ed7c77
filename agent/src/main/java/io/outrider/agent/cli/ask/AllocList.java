package io.outrider.agent.cli.ask;

import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import io.outrider.agent.cli.table.Times;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A list of allocs, newest first, as it stands in several commands. */
public final class AllocList {

    private AllocList() {}

    /** A row for each. With {@code verbose} ids are whole, times exact, and there are more columns. */
    public static String text(List<JsonNode> allocs, boolean verbose, Look look, Times times) {
        if (allocs.isEmpty()) {
            return "No allocations placed";
        }
        Table table = verbose
                ? Table.of(
                        "ID",
                        "Eval ID",
                        "Node ID",
                        "Node Name",
                        "Task Group",
                        "Version",
                        "Desired",
                        "Status",
                        "Created",
                        "Modified")
                : Table.of("ID", "Node ID", "Task Group", "Version", "Desired", "Status", "Created", "Modified");
        Table kept = table.keeping(1);
        allocs.stream()
                .sorted(Comparator.<JsonNode>comparingLong(alloc -> Fields.number(alloc, "CreateIndex"))
                        .reversed())
                .forEach(alloc -> row(kept, alloc, verbose, new Marks(look, times)));
        return kept.text(look);
    }

    private record Marks(Look look, Times times) {}

    private static void row(Table table, JsonNode alloc, boolean verbose, Marks marks) {
        String id = Amounts.id(Fields.text(alloc, "ID"), verbose);
        String node = Amounts.id(Fields.text(alloc, "NodeID"), verbose);
        String group = Fields.text(alloc, "TaskGroup");
        String version = Long.toString(version(alloc));
        String desired = Fields.text(alloc, "DesiredStatus");
        String status = marks.look().state(Fields.text(alloc, "ClientStatus"));
        String created = shown(Fields.nanos(alloc, "CreateTime"), verbose, marks.times());
        String modified = shown(Fields.nanos(alloc, "ModifyTime"), verbose, marks.times());
        if (verbose) {
            String name = Fields.text(alloc, "NodeName");
            String eval = Fields.text(alloc, "EvalID");
            table.row(id, eval, node, name, group, version, desired, status, created, modified);
        } else {
            table.row(id, node, group, version, desired, status, created, modified);
        }
    }

    private static long version(JsonNode alloc) {
        return Fields.has(alloc, "JobVersion")
                ? Fields.number(alloc, "JobVersion")
                : Fields.number(alloc, "Job", "Version");
    }

    private static String shown(Instant time, boolean exact, Times times) {
        return exact ? times.at(time) : times.ago(time);
    }
}
