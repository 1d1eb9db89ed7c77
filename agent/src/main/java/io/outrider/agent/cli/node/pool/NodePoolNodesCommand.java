package io.outrider.agent.cli.node.pool;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists the nodes of one pool. */
@Command(name = "nodes", description = "List the nodes of a pool.")
public final class NodePoolNodesCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-verbose", "--verbose"},
            description = "Whole ids.")
    private boolean verbose;

    @Parameters(paramLabel = "POOL", description = "The name, or its beginning.")
    private String name = "";

    @Override
    protected void run() {
        String pool = Fields.text(Pools.find(api(), name, look()), "Name");
        JsonNode nodes = api().get("/v1/node/pool/" + ApiQuery.segment(pool) + "/nodes", ApiQuery.none())
                .body();
        if (format.isSet()) {
            format.print(terminal(), nodes);
            return;
        }
        Table table = Table.of("ID", "DC", "Name", "Class", "Drain", "Eligibility", "Status")
                .keeping(1);
        Fields.list(nodes)
                .forEach(node -> table.row(
                        Amounts.id(Fields.text(node, "ID"), verbose),
                        Fields.text(node, "Datacenter"),
                        Fields.text(node, "Name"),
                        Fields.text(node, "NodeClass"),
                        Fields.is(node, "Drain"),
                        look().state(Fields.text(node, "SchedulingEligibility")),
                        look().state(Fields.text(node, "Status"))));
        print(table.isEmpty() ? "No nodes" : table.text(look()));
    }
}
