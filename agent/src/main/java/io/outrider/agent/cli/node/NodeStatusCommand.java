package io.outrider.agent.cli.node;

import io.outrider.agent.cli.api.ApiException;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Tells of nodes. */
@Command(name = "status", description = "List the nodes, or show one with its allocs and what is used of it.")
public final class NodeStatusCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-self", "--self"},
            description = "The node that answers.")
    private boolean self;

    @Option(
            names = {"-short", "--short"},
            description = "Only the basics and its allocs.")
    private boolean brief;

    @Option(
            names = {"-stats", "--stats"},
            description = "What is used of it, in detail.")
    private boolean stats;

    @Option(
            names = {"-verbose", "--verbose"},
            description = "Whole ids, drivers, attributes and metadata.")
    private boolean verbose;

    @Parameters(arity = "0..1", paramLabel = "NODE", description = "The id, or its beginning.")
    private @Nullable String id;

    @Override
    protected void run() {
        String wanted = self ? Nodes.self(api()) : id;
        if (wanted == null) {
            JsonNode nodes = api().get("/v1/nodes", ApiQuery.none()).body();
            if (format.isSet()) {
                format.print(terminal(), nodes);
            } else {
                print(Nodes.list(Fields.list(nodes), verbose, look()));
            }
            return;
        }
        String found = Fields.text(Nodes.stub(api(), wanted, look()), "ID");
        JsonNode node = api().get("/v1/node/" + found, ApiQuery.none()).body();
        if (format.isSet()) {
            format.print(terminal(), node);
            return;
        }
        List<JsonNode> allocs = Fields.list(
                api().get("/v1/node/" + found + "/allocations", ApiQuery.none()).body());
        NodeText text = new NodeText(node, allocs, verbose, look(), times());
        print(brief ? text.brief() : text.whole(new NodeUsage(node, hostStats(found), allocs, stats, look())));
    }

    /** What the host uses; missing, with the reason told, where the agent does not say. */
    private JsonNode hostStats(String node) {
        try {
            return api().get("/v1/client/stats", ApiQuery.of("node_id", node)).body();
        } catch (ApiException e) {
            terminal().err().println("outrider: what is used of the host is not shown: " + e.getMessage());
            terminal().err().flush();
            return MissingNode.getInstance();
        }
    }
}
