package io.outrider.agent.cli.node.pool;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.Found;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Finds pools and lists them. */
final class Pools {

    private Pools() {}

    /** The one whose name this is, or is the only one to begin so. */
    static JsonNode find(ApiClient api, String name, Look look) {
        List<JsonNode> matches = Found.matches(api, "/v1/node/pools", name);
        for (JsonNode pool : matches) {
            if (Fields.text(pool, "Name").equals(name)) {
                return pool;
            }
        }
        if (matches.isEmpty()) {
            throw new UserException("No node pool with prefix \"" + name + "\" found");
        }
        return Found.one(matches, "Prefix matched multiple node pools", all -> list(all, look));
    }

    static String list(List<JsonNode> pools, Look look) {
        Table table = Table.of("Name", "Description").keeping(1);
        pools.forEach(pool -> table.row(Fields.text(pool, "Name"), Fields.text(pool, "Description")));
        return table.text(look);
    }
}
