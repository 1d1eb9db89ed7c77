package io.outrider.agent.cli.node.pool;

import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.table.KeyValues;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Tells of one pool. */
@Command(name = "info", description = "Show a pool.")
public final class NodePoolInfoCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Parameters(paramLabel = "POOL", description = "The name, or its beginning.")
    private String name = "";

    @Override
    protected void run() {
        JsonNode pool = Pools.find(api(), name, look());
        if (format.isSet()) {
            format.print(terminal(), pool);
            return;
        }
        print(new KeyValues()
                .add("Name", Fields.text(pool, "Name"))
                .add("Description", Fields.text(pool, "Description"))
                .text(look()));
        KeyValues meta = new KeyValues();
        Fields.map(pool, "Meta").forEach((key, value) -> meta.add(key, value.asString("")));
        section("Metadata", meta.isEmpty() ? "No metadata" : meta.text(look()));
        KeyValues settings = new KeyValues();
        Fields.map(pool, "SchedulerConfiguration").forEach((key, value) -> settings.add(key, value.asString("")));
        section("Scheduler Configuration", settings.isEmpty() ? "No scheduler configuration" : settings.text(look()));
    }
}
