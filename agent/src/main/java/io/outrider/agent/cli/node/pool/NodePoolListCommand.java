package io.outrider.agent.cli.node.pool;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.ask.Found;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Lists the pools. */
@Command(name = "list", description = "List the pools.")
public final class NodePoolListCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Override
    protected void run() {
        JsonNode pools = api().get("/v1/node/pools", ApiQuery.none()).body();
        if (format.isSet()) {
            format.print(terminal(), pools);
        } else {
            print(Found.names(Fields.list(pools), look()));
        }
    }
}
