package io.outrider.agent.cli.server;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.run.UserException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Says by its exit code whether the agent is well. */
@Command(name = "check", description = "Exit with 0 if the agent answers and is what it should be, with 1 if not.")
public final class CheckCommand extends ApiCommand {

    @Option(
            names = {"-min-peers", "--min-peers"},
            paramLabel = "COUNT",
            description = "Servers that it must know, itself not among them.")
    private long peers;

    @Option(
            names = {"-min-servers", "--min-servers"},
            paramLabel = "COUNT",
            description = "Servers that the node must know. Default: ${DEFAULT-VALUE}.")
    private long servers = 1;

    @Override
    protected void run() {
        JsonNode stats = api().get("/v1/agent/self", ApiQuery.none()).body().path("stats");
        if (Fields.has(stats, "nomad")) {
            atLeast(peers, Fields.number(stats, "raft", "num_peers"), "peers");
        }
        if (Fields.has(stats, "client")) {
            long known = Fields.text(stats, "client", "known_servers").isEmpty()
                    ? 0
                    : Fields.text(stats, "client", "known_servers").split(",").length;
            atLeast(servers, known, "servers");
        }
    }

    private static void atLeast(long wanted, long known, String what) {
        if (known < wanted) {
            throw new UserException("the agent knows " + known + " " + what + " (expected: at least " + wanted + ")");
        }
    }
}
