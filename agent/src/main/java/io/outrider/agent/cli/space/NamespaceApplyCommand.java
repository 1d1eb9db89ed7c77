package io.outrider.agent.cli.space;

import io.outrider.agent.cli.api.ApiException;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.SpecFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Makes or changes a namespace. */
@Command(
        name = "apply",
        description = "Make a namespace, or change it: by its name, or as a file in HCL or JSON says.",
        footer = {
            "",
            "In a file: name, description, quota, meta { }, capabilities { enabled_task_drivers,"
                    + " disabled_task_drivers }."
        })
public final class NamespaceApplyCommand extends ApiCommand {

    private static final Map<String, String> NAMES = Map.of(
            "name", "Name",
            "description", "Description",
            "quota", "Quota",
            "meta", "Meta",
            "capabilities", "Capabilities",
            "enabled_task_drivers", "EnabledTaskDrivers",
            "disabled_task_drivers", "DisabledTaskDrivers");

    @Option(
            names = {"-description", "--description"},
            paramLabel = "TEXT",
            description = "What it is for.")
    private @Nullable String description;

    @Option(
            names = {"-quota", "--quota"},
            paramLabel = "NAME",
            description = "Its quota.")
    private @Nullable String quota;

    @Option(
            names = {"-json", "--json"},
            description = "The file is JSON, whatever its name.")
    private boolean json;

    @Parameters(paramLabel = "NAMESPACE|FILE", description = "The name; or a file, - for the standard input.")
    private String named = "";

    @Override
    protected void run() {
        Map<String, @Nullable Object> space = SpecFile.isFile(named) ? new SpecFile(named, json).read(NAMES) : known();
        if (description != null) {
            space.put("Description", description);
        }
        if (quota != null) {
            space.put("Quota", quota);
        }
        api().put("/v1/namespace", ApiQuery.none(), space);
        print("Successfully applied namespace \"" + space.get("Name") + "\"!");
    }

    /** What is not said stays as it is. */
    private Map<String, @Nullable Object> known() {
        Map<String, @Nullable Object> space = new LinkedHashMap<>();
        space.put("Name", named);
        try {
            JsonNode found = api().get("/v1/namespace/" + ApiQuery.segment(named), ApiQuery.none())
                    .body();
            for (String field : List.of("Description", "Quota", "Meta", "Capabilities", "NodePoolConfiguration")) {
                if (Fields.has(found, field)) {
                    space.put(field, found.get(field));
                }
            }
        } catch (ApiException e) {
            if (!e.isNotFound()) {
                throw e;
            }
        }
        return space;
    }
}
