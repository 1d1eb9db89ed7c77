package io.outrider.agent.cli.node;

import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.KeyValues;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import io.outrider.agent.cli.table.Times;
import io.outrider.state.model.alloc.Alloc;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What is given away of a node, and what the host says is used of it. */
final class NodeUsage {

    private static final long MEBI = 1 << 20;

    private final JsonNode node;
    private final JsonNode host;
    private final List<JsonNode> allocs;
    private final boolean detailed;
    private final Look look;

    /** @param host missing where the agent does not say */
    NodeUsage(JsonNode node, JsonNode host, List<JsonNode> allocs, boolean detailed, Look look) {
        this.node = node;
        this.host = host;
        this.allocs = allocs;
        this.detailed = detailed;
        this.look = look;
    }

    /** How long the host runs; empty where that is not known. */
    String uptime() {
        return Fields.has(host, "Uptime") ? Times.span(Duration.ofSeconds(Fields.number(host, "Uptime"))) : "";
    }

    /** Tables by their headings. */
    Map<String, String> tables() {
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put("Allocated Resources", allocated());
        if (Fields.has(host, "Memory")) {
            tables.put("Host Resource Utilization", used());
        }
        return tables;
    }

    private String allocated() {
        long cpu = 0;
        long memory = 0;
        long disk = 0;
        for (JsonNode alloc : allocs) {
            boolean runs = !Alloc.isTerminal(Fields.text(alloc, "ClientStatus"));
            for (JsonNode task :
                    Fields.map(alloc, "AllocatedResources", "Tasks").values()) {
                cpu += runs ? Fields.number(task, "Cpu", "CpuShares") : 0;
                memory += runs ? Fields.number(task, "Memory", "MemoryMB") : 0;
            }
            disk += runs ? Fields.number(alloc, "AllocatedResources", "Shared", "DiskMB") : 0;
        }
        JsonNode all = node.path("NodeResources");
        JsonNode kept = node.path("ReservedResources");
        return Table.of("CPU", "Memory", "Disk")
                .row(
                        cpu + "/" + (Fields.number(all, "Cpu", "CpuShares") - Fields.number(kept, "Cpu", "CpuShares"))
                                + " MHz",
                        share(memory, left(all, kept, "Memory", "MemoryMB")),
                        share(disk, left(all, kept, "Disk", "DiskMB")))
                .text(look);
    }

    private static long left(JsonNode all, JsonNode kept, String kind, String amount) {
        return Fields.number(all, kind, amount) - Fields.number(kept, kind, amount);
    }

    private static String share(long used, long of) {
        return Amounts.bytes(used * MEBI) + "/" + Amounts.bytes(of * MEBI);
    }

    private String used() {
        JsonNode memory = host.path("Memory");
        String volume = Fields.text(node, "Attributes", "unique.storage.volume");
        String disk = Fields.list(host, "DiskStats").stream()
                .filter(one -> Fields.text(one, "Device").equals(volume))
                .findFirst()
                .map(one -> Amounts.bytes(Fields.number(one, "Used")) + "/" + Amounts.bytes(Fields.number(one, "Size")))
                .orElse("");
        return Table.of("CPU", "Memory", "Disk")
                .row(
                        Math.round(Fields.fraction(host, "CPUTicksConsumed")) + "/"
                                + Fields.number(node, "NodeResources", "Cpu", "CpuShares") + " MHz",
                        Amounts.bytes(Fields.number(memory, "Used")) + "/"
                                + Amounts.bytes(Fields.number(memory, "Total")),
                        disk)
                .text(look);
    }

    /** What -stats adds. */
    Map<String, String> details() {
        Map<String, String> details = new LinkedHashMap<>();
        if (!detailed || !Fields.has(host, "Memory")) {
            return details;
        }
        details.put("CPU Stats", each("CPU", this::cpu));
        JsonNode memory = host.path("Memory");
        KeyValues values = new KeyValues();
        List.of("Total", "Available", "Used", "Free")
                .forEach(name -> values.add(name, Amounts.bytes(Fields.number(memory, name))));
        details.put("Memory Stats", values.text(look));
        details.put("Disk Stats", each("DiskStats", this::disk));
        return details;
    }

    private String each(String list, Function<JsonNode, KeyValues> shown) {
        return Fields.list(host, list).stream()
                .map(one -> shown.apply(one).text(look))
                .collect(Collectors.joining("\n\n"));
    }

    private KeyValues cpu(JsonNode cpu) {
        return new KeyValues()
                .add("CPU", Fields.text(cpu, "CPU"))
                .add("User", Amounts.percent(Fields.fraction(cpu, "User")))
                .add("System", Amounts.percent(Fields.fraction(cpu, "System")))
                .add("Idle", Amounts.percent(Fields.fraction(cpu, "Idle")));
    }

    private KeyValues disk(JsonNode disk) {
        return new KeyValues()
                .add("Device", Fields.text(disk, "Device"))
                .add("MountPoint", Fields.text(disk, "Mountpoint"))
                .add("Size", Amounts.bytes(Fields.number(disk, "Size")))
                .add("Used", Amounts.bytes(Fields.number(disk, "Used")))
                .add("Available", Amounts.bytes(Fields.number(disk, "Available")))
                .add("Used Percent", Amounts.percent(Fields.fraction(disk, "UsedPercent")))
                .add("Inodes Percent", Amounts.percent(Fields.fraction(disk, "InodesUsedPercent")));
    }
}
