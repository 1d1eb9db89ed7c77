package io.outrider.agent.cli.space;

import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.table.KeyValues;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Tells of one namespace. */
@Command(name = "status", description = "Show a namespace.")
public final class NamespaceStatusCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Parameters(paramLabel = "NAMESPACE", description = "The name, or its beginning.")
    private String name = "";

    @Override
    protected void run() {
        JsonNode space = Namespaces.find(api(), name, look());
        if (format.isSet()) {
            format.print(terminal(), space);
            return;
        }
        String enabled = drivers(space, "EnabledTaskDrivers");
        print(new KeyValues()
                .add("Name", Fields.text(space, "Name"))
                .add("Description", Fields.text(space, "Description"))
                .add("Quota", Fields.text(space, "Quota"))
                .add("EnabledDrivers", enabled.isEmpty() ? "*" : enabled)
                .add("DisabledDrivers", drivers(space, "DisabledTaskDrivers"))
                .text(look()));
        KeyValues meta = new KeyValues();
        Fields.map(space, "Meta").forEach((key, value) -> meta.add(key, value.asString("")));
        if (!meta.isEmpty()) {
            section("Metadata", meta.text(look()));
        }
    }

    private static String drivers(JsonNode space, String kind) {
        return Fields.list(space, "Capabilities", kind).stream()
                .map(driver -> driver.asString(""))
                .collect(Collectors.joining(","));
    }
}
