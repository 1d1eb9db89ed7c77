package io.outrider.agent.cli.node;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows how the node that answers is set up. */
@Command(name = "config", description = "Show which servers the node that answers knows.")
public final class NodeConfigCommand extends ApiCommand {

    @Option(
            names = {"-servers", "--servers"},
            description = "The addresses of the servers.")
    private boolean servers;

    @Override
    protected void run() {
        if (!servers) {
            throw wrong("node config needs -servers");
        }
        for (JsonNode server :
                Fields.list(api().get("/v1/agent/servers", ApiQuery.none()).body())) {
            print(server.asString(""));
        }
    }
}
