package io.outrider.agent.cli.node;

import io.outrider.agent.cli.ask.AllocList;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.KeyValues;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import io.outrider.agent.cli.table.Times;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A node for people. */
final class NodeText {

    private final JsonNode node;
    private final List<JsonNode> allocs;
    private final boolean verbose;
    private final Look look;
    private final Times times;
    private final StringBuilder out = new StringBuilder();

    NodeText(JsonNode node, List<JsonNode> allocs, boolean verbose, Look look, Times times) {
        this.node = node;
        this.allocs = allocs;
        this.verbose = verbose;
        this.look = look;
        this.times = times;
    }

    /** The basics, and its allocs. */
    String brief() {
        out.append(basics("").text(look));
        allocs();
        return out.toString();
    }

    /** Everything; once only. */
    String whole(NodeUsage usage) {
        out.append(basics(usage.uptime()).text(look));
        if (verbose) {
            volumes();
            drivers();
        }
        events();
        usage.tables().forEach(this::section);
        allocs();
        if (verbose) {
            section("Attributes", pairs(Fields.map(node, "Attributes")));
            section("Meta", pairs(Fields.map(node, "Meta")));
        }
        usage.details().forEach(this::section);
        return out.toString();
    }

    private KeyValues basics(String uptime) {
        KeyValues values = new KeyValues()
                .add("ID", Amounts.id(text("ID"), true))
                .add("Name", text("Name"))
                .add("Node Pool", text("NodePool"))
                .add("Class", text("NodeClass"))
                .add("DC", text("Datacenter"))
                .add("Drain", Fields.has(node, "DrainStrategy"))
                .add("Eligibility", look.state(text("SchedulingEligibility")))
                .add("Status", look.state(text("Status")))
                .add("CSI Controllers", names("CSIControllerPlugins"))
                .add("CSI Drivers", names("CSINodePlugins"))
                .addIf(!uptime.isEmpty(), "Uptime", uptime);
        if (!verbose) {
            values.add("Host Volumes", names("HostVolumes"))
                    .add("Host Networks", names("HostNetworks"))
                    .add("Driver Status", healthyDrivers());
        }
        return values;
    }

    private String names(String field) {
        return String.join(",", Fields.map(node, field).keySet());
    }

    private String healthyDrivers() {
        return Fields.map(node, "Drivers").entrySet().stream()
                .filter(driver -> Fields.is(driver.getValue(), "Detected"))
                .map(driver -> driver.getKey() + (Fields.is(driver.getValue(), "Healthy") ? "" : " (unhealthy)"))
                .collect(Collectors.joining(","));
    }

    private void volumes() {
        Table table = Table.of("Name", "ReadOnly", "Source");
        Fields.map(node, "HostVolumes")
                .forEach((name, volume) -> table.row(name, Fields.is(volume, "ReadOnly"), Fields.text(volume, "Path")));
        if (!table.isEmpty()) {
            section("Host Volumes", table.text(look));
        }
    }

    private void drivers() {
        Table table = Table.of("Driver", "Detected", "Healthy", "Message", "Time");
        Fields.map(node, "Drivers")
                .forEach((name, driver) -> table.row(
                        name,
                        Fields.is(driver, "Detected"),
                        Fields.is(driver, "Healthy"),
                        Fields.text(driver, "HealthDescription"),
                        times.at(Fields.time(driver, "UpdateTime"))));
        section("Drivers", table.text(look));
    }

    private void events() {
        List<JsonNode> events = Fields.list(node, "Events");
        Table table = verbose
                ? Table.of("Time", "Subsystem", "Message", "Details")
                : Table.of("Time", "Subsystem", "Message");
        for (int at = events.size() - 1; at >= 0; at--) {
            JsonNode event = events.get(at);
            String time = times.at(Fields.time(event, "Timestamp"));
            if (verbose) {
                String details = Fields.map(event, "Details").entrySet().stream()
                        .map(detail -> detail.getKey() + "=" + detail.getValue().asString(""))
                        .collect(Collectors.joining(" "));
                table.row(time, Fields.text(event, "Subsystem"), Fields.text(event, "Message"), details);
            } else {
                table.row(time, Fields.text(event, "Subsystem"), Fields.text(event, "Message"));
            }
        }
        if (!table.isEmpty()) {
            section("Node Events", table.text(look));
        }
    }

    private void allocs() {
        section("Allocations", AllocList.text(allocs, verbose, look, times));
    }

    private String pairs(Map<String, JsonNode> fields) {
        KeyValues values = new KeyValues();
        fields.forEach((name, value) -> values.add(name, value.asString("")));
        return values.text(look);
    }

    private void section(String heading, String text) {
        out.append("\n\n").append(look.heading(heading)).append('\n').append(text);
    }

    private String text(String name) {
        return Fields.text(node, name);
    }
}
