package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.KeyValues;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import io.outrider.agent.cli.table.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A task of an alloc for people: what it may use and uses, and what happened to it. */
final class TaskText {

    private static final long MEBI = 1 << 20;

    private final JsonNode alloc;
    private final JsonNode usage;
    private final boolean stats;
    private final Look look;
    private final Times times;

    /** @param usage what the node measured; missing where it did not */
    TaskText(JsonNode alloc, JsonNode usage, boolean stats, Look look, Times times) {
        this.alloc = alloc;
        this.usage = usage;
        this.stats = stats;
        this.look = look;
        this.times = times;
    }

    String of(String task) {
        JsonNode state = alloc.path("TaskStates").path(task);
        String lifecycle = Lifecycles.of(alloc, task);
        String hook = lifecycle.equals("main") ? "" : " (" + lifecycle.replace('_', ' ') + ")";
        StringBuilder out = new StringBuilder(
                look.heading("Task \"" + task + "\"" + hook + " is \"" + Fields.text(state, "State") + "\""));
        JsonNode used = usage.path("Tasks").path(task).path("ResourceUsage");
        out.append("\nTask Resources:\n").append(resources(task, used).text(look));
        if (stats) {
            details(out, used);
        }
        out.append("\n\nTask Events:\n").append(times(state).text(look));
        out.append("\n\n").append(look.heading("Recent Events:")).append('\n').append(events(state));
        return out.toString();
    }

    private Table resources(String task, JsonNode used) {
        JsonNode given = alloc.path("AllocatedResources").path("Tasks").path(task);
        String cpu = Fields.number(given, "Cpu", "CpuShares") + " MHz";
        String memory = Amounts.bytes(Fields.number(given, "Memory", "MemoryMB") * MEBI);
        if (Fields.has(used, "CpuStats")) {
            cpu = Math.round(Fields.fraction(used, "CpuStats", "TotalTicks")) + "/" + cpu;
        }
        if (Fields.has(used, "MemoryStats")) {
            long usage = Fields.number(used, "MemoryStats", "Usage");
            long shown = usage > 0 ? usage : Fields.number(used, "MemoryStats", "RSS");
            memory = Amounts.bytes(shown) + "/" + memory;
        }
        String disk = Amounts.bytes(Fields.number(alloc, "AllocatedResources", "Shared", "DiskMB") * MEBI);
        List<String> addresses = addresses(given);
        Table table = Table.of("CPU", "Memory", "Disk", "Addresses");
        table.row(cpu, memory, disk, addresses.isEmpty() ? " " : addresses.get(0));
        for (int at = 1; at < addresses.size(); at++) {
            table.row(" ", " ", " ", addresses.get(at));
        }
        return table;
    }

    private static List<String> addresses(JsonNode given) {
        List<String> all = new ArrayList<>();
        for (JsonNode network : Fields.list(given, "Networks")) {
            for (String kind : List.of("ReservedPorts", "DynamicPorts")) {
                Fields.list(network, kind)
                        .forEach(port -> all.add(Fields.text(port, "Label") + ": " + Fields.text(network, "IP") + ":"
                                + Fields.number(port, "Value")));
            }
        }
        return all;
    }

    private void details(StringBuilder out, JsonNode used) {
        List<String> measured = names(used.path("MemoryStats"));
        if (!measured.isEmpty()) {
            Table table = Table.of(measured);
            table.row(measured.stream()
                    .map(name -> Amounts.bytes(Fields.number(used, "MemoryStats", name.replace(" ", ""))))
                    .toList());
            out.append("\n\n").append(look.heading("Memory Stats")).append('\n').append(table.text(look));
        }
        measured = names(used.path("CpuStats"));
        if (!measured.isEmpty()) {
            Table table = Table.of(measured);
            table.row(measured.stream()
                    .map(name -> cpu(used.path("CpuStats"), name))
                    .toList());
            out.append("\n\n").append(look.heading("CPU Stats")).append('\n').append(table.text(look));
        }
    }

    private static List<String> names(JsonNode stats) {
        return Fields.list(stats, "Measured").stream()
                .map(name -> name.asString(""))
                .sorted()
                .toList();
    }

    private static String cpu(JsonNode stats, String name) {
        return name.startsWith("Throttled")
                ? Long.toString(Fields.number(stats, name.replace(" ", "")))
                : Amounts.percent(Fields.fraction(stats, name.replace(" ", "")));
    }

    private KeyValues times(JsonNode state) {
        return new KeyValues()
                .add("Started At", time(Fields.time(state, "StartedAt")))
                .add("Finished At", time(Fields.time(state, "FinishedAt")))
                .add("Total Restarts", Fields.number(state, "Restarts"))
                .add("Last Restart", time(Fields.time(state, "LastRestart")));
    }

    private String time(Instant time) {
        String text = times.at(time);
        return text.isEmpty() ? "N/A" : text;
    }

    private String events(JsonNode state) {
        Table table = Table.of("Time", "Type", "Description");
        List<JsonNode> events = Fields.list(state, "Events");
        for (int at = events.size() - 1; at >= 0; at--) {
            JsonNode event = events.get(at);
            String shown = Fields.text(event, "DisplayMessage");
            table.row(
                    times.at(Fields.nanos(event, "Time")),
                    Fields.text(event, "Type"),
                    shown.isEmpty() ? Fields.text(event, "Message") : shown);
        }
        return table.text(look);
    }
}
