package io.outrider.agent.cli.space;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.ask.Found;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Lists the namespaces. */
@Command(name = "list", description = "List the namespaces.")
public final class NamespaceListCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Override
    protected void run() {
        JsonNode spaces = api().get("/v1/namespaces", ApiQuery.none()).body();
        if (format.isSet()) {
            format.print(terminal(), spaces);
        } else {
            print(Found.names(Fields.list(spaces), look()));
        }
    }
}
