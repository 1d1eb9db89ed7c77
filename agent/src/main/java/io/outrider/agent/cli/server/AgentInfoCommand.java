package io.outrider.agent.cli.server;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Tells how the agent is. */
@Command(name = "agent-info", description = "Show what the agent tells of itself.")
public final class AgentInfoCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Override
    protected void run() {
        JsonNode self = api().get("/v1/agent/self", ApiQuery.none()).body();
        if (format.isSet()) {
            format.print(terminal(), self);
            return;
        }
        Fields.map(self, "stats").forEach((part, values) -> {
            print(look().heading(part));
            Fields.map(values).forEach((name, value) -> print("  " + name + " = " + value.asString("")));
        });
    }
}
