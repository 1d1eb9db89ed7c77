package io.outrider.agent.cli.cluster;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists deployments. */
@Command(name = "list", description = "List the deployments.")
public final class DeploymentListCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-verbose", "--verbose"},
            description = "Whole ids.")
    private boolean verbose;

    @Override
    protected void run() {
        JsonNode deployments = api().get("/v1/deployments", ApiQuery.none()).body();
        if (format.isSet()) {
            format.print(terminal(), deployments);
        } else if (Fields.list(deployments).isEmpty()) {
            print("No deployments found");
        } else {
            print(Deployments.list(Fields.list(deployments), verbose, look()));
        }
    }
}
