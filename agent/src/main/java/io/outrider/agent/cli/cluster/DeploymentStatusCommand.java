package io.outrider.agent.cli.cluster;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.ask.Found;
import io.outrider.agent.cli.run.UserException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Tells of one deployment. */
@Command(name = "status", description = "Show a deployment.")
public final class DeploymentStatusCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-verbose", "--verbose"},
            description = "Whole ids.")
    private boolean verbose;

    @Parameters(arity = "0..1", paramLabel = "DEPLOYMENT", description = "The id, or its beginning.")
    private String id = "";

    @Override
    protected void run() {
        if (id.isEmpty()) {
            if (!format.isSet()) {
                throw wrong("deployment status needs the id of a deployment, or -json or -t for all of them");
            }
            format.print(
                    terminal(), api().get("/v1/deployments", ApiQuery.none()).body());
            return;
        }
        List<JsonNode> matches = Found.matches(api(), "/v1/deployments", Found.prefix("Deployment", id));
        if (matches.isEmpty()) {
            throw new UserException("Error retrieving deployment: Deployment ID \"" + id + "\" matched no deployments");
        }
        JsonNode one = Found.one(
                matches, "Prefix matched multiple deployments", all -> Deployments.list(all, verbose, look()));
        if (format.isSet()) {
            format.print(terminal(), one);
        } else {
            print(Deployments.whole(one, verbose, look(), times()));
        }
    }
}
