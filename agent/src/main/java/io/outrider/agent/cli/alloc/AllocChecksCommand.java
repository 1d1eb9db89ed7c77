package io.outrider.agent.cli.alloc;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.AllocList;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.ask.Found;
import io.outrider.agent.cli.table.KeyValues;
import java.time.Instant;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Tells how the checks of the services of an alloc went. */
@Command(name = "checks", description = "Show how the checks of an alloc's services went last.")
public final class AllocChecksCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-verbose", "--verbose"},
            description = "Whole ids.")
    private boolean verbose;

    @Parameters(paramLabel = "ALLOC", description = "The id, or its beginning.")
    private String id = "";

    @Override
    protected void run() {
        JsonNode alloc = Found.allocStub(api(), id, all -> AllocList.text(all, verbose, look(), times()));
        JsonNode checks = api().get(
                        "/v1/client/allocation/" + Fields.text(alloc, "ID") + "/checks",
                        ApiQuery.of("namespace", Fields.text(alloc, "Namespace")))
                .body();
        if (format.isSet()) {
            format.print(terminal(), checks);
            return;
        }
        Map<String, JsonNode> all = Fields.map(checks);
        print(look().heading("Status of " + all.size() + " Nomad Service Checks"));
        all.values().forEach(check -> print("\n" + values(check).text(look())));
    }

    private KeyValues values(JsonNode check) {
        long code = Fields.number(check, "StatusCode");
        String task = Fields.text(check, "Task");
        return new KeyValues()
                .add("ID", Fields.text(check, "ID"))
                .add("Name", Fields.text(check, "Check"))
                .add("Group", Fields.text(check, "Group"))
                .add("Task", task.isEmpty() ? "(group)" : task)
                .add("Service", Fields.text(check, "Service"))
                .add("Status", look().state(Fields.text(check, "Status")))
                .addIf(code > 0, "StatusCode", code)
                .add("Mode", Fields.text(check, "Mode"))
                .add("Timestamp", times().at(Instant.ofEpochSecond(Fields.number(check, "Timestamp"))))
                .add("Output", Fields.text(check, "Output"));
    }
}
