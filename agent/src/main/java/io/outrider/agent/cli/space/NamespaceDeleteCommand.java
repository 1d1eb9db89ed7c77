package io.outrider.agent.cli.space;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Deletes a namespace. */
@Command(name = "delete", description = "Delete a namespace that has no jobs.")
public final class NamespaceDeleteCommand extends ApiCommand {

    @Parameters(paramLabel = "NAMESPACE", description = "The name.")
    private String name = "";

    @Override
    protected void run() {
        api().delete("/v1/namespace/" + ApiQuery.segment(name), ApiQuery.none());
        print("Successfully deleted namespace \"" + name + "\"!");
    }
}
