package io.outrider.agent.cli.node;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.Found;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Amounts;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Finds nodes and lists them. */
public final class Nodes {

    private Nodes() {}

    /** The id of the node that the asked agent is. */
    static String self(ApiClient api) {
        JsonNode self = api.get("/v1/agent/self", ApiQuery.none()).body();
        String id = Fields.text(self, "stats", "client", "node_id");
        if (id.isEmpty()) {
            throw new UserException("the agent at " + api.address() + " is no node");
        }
        return id;
    }

    /** The one node, as lists have it. */
    static JsonNode stub(ApiClient api, String id, Look look) {
        return Found.nodeStub(api, id, all -> list(all, false, look));
    }

    /** A row for each. */
    public static String list(List<JsonNode> nodes, boolean verbose, Look look) {
        Table table = Table.of("ID", "Node Pool", "DC", "Name", "Class", "Drain", "Eligibility", "Status")
                .keeping(1);
        nodes.forEach(node -> table.row(
                Amounts.id(Fields.text(node, "ID"), verbose),
                Fields.text(node, "NodePool"),
                Fields.text(node, "Datacenter"),
                Fields.text(node, "Name"),
                Fields.text(node, "NodeClass"),
                Fields.is(node, "Drain"),
                look.state(Fields.text(node, "SchedulingEligibility")),
                look.state(Fields.text(node, "Status"))));
        return table.text(look);
    }
}
