package io.outrider.agent.cli.space;

import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.output.IndentedJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Prints a namespace as JSON. */
@Command(name = "inspect", description = "Print a namespace as JSON.")
public final class NamespaceInspectCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Parameters(paramLabel = "NAMESPACE", description = "The name, or its beginning.")
    private String name = "";

    @Override
    protected void run() {
        JsonNode space = Namespaces.find(api(), name, look());
        if (format.isSet()) {
            format.print(terminal(), space);
        } else {
            print(IndentedJson.of(space));
        }
    }
}
