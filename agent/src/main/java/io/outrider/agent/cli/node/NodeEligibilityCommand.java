package io.outrider.agent.cli.node;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says whether a node takes more allocs. */
@Command(name = "eligibility", description = "Let a node take more allocs, or no more.")
public final class NodeEligibilityCommand extends ApiCommand {

    @Option(
            names = {"-enable", "--enable"},
            description = "It takes more.")
    private boolean enable;

    @Option(
            names = {"-disable", "--disable"},
            description = "It takes no more; what runs goes on.")
    private boolean disable;

    @Option(
            names = {"-self", "--self"},
            description = "The node that answers.")
    private boolean self;

    @Parameters(arity = "0..1", paramLabel = "NODE", description = "The id, or its beginning.")
    private @Nullable String id;

    @Override
    protected void run() {
        if (enable == disable) {
            throw wrong("Either the '-enable' or '-disable' flag must be set");
        }
        String wanted = self ? Nodes.self(api()) : id;
        if (wanted == null) {
            throw wrong("Node ID must be specified if -self isn't being used");
        }
        String node = Fields.text(Nodes.stub(api(), wanted, look()), "ID");
        String eligibility = enable ? "eligible" : "ineligible";
        api().put(
                        "/v1/node/" + node + "/eligibility",
                        ApiQuery.none(),
                        Map.of("NodeID", node, "Eligibility", eligibility));
        print("Node \"" + node + "\" scheduling eligibility set: " + eligibility + " for scheduling");
    }
}
