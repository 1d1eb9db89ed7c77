package io.outrider.agent.cli.server;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.run.UserException;
import java.io.IOException;
import java.io.InputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the agent's log as it is written. */
@Command(name = "monitor", description = "Show what the agent logs, until Ctrl-C.")
public final class MonitorCommand extends ApiCommand {

    private static final int CHUNK = 16 << 10;

    @Option(
            names = {"-log-level", "--log-level"},
            paramLabel = "LEVEL",
            description = "The least that is shown: trace, debug, info, warn or error. Default: ${DEFAULT-VALUE}.")
    private String level = "info";

    @Option(
            names = {"-json", "--json"},
            description = "Show the lines as JSON.")
    private boolean json;

    @Option(
            names = {"-node-id", "--node-id"},
            paramLabel = "NODE",
            description = "The node whose agent is meant.")
    private String node = "";

    @Override
    protected void run() {
        ApiQuery query = ApiQuery.of("log_level", level)
                .and("log_json", json)
                .and("plain", true)
                .andIf(!node.isEmpty(), "node_id", node);
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = api().stream("/v1/agent/monitor", query)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                terminal().out().write(chunk, 0, read);
                if (terminal().out().checkError()) {
                    return;
                }
            }
        } catch (IOException e) {
            throw new UserException("the agent at " + api().address() + " is gone");
        }
    }
}
