package io.outrider.agent.cli.node.pool;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.ask.Found;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Look;
import tools.jackson.databind.JsonNode;

/** Finds pools. */
final class Pools {

    private Pools() {}

    /** The one whose name this is, or is the only one to begin so. */
    static JsonNode find(ApiClient api, String name, Look look) {
        return Found.named(Found.matches(api, "/v1/node/pools", name), name, "Prefix matched multiple node pools", look)
                .orElseThrow(() -> new UserException("No node pool with prefix \"" + name + "\" found"));
    }
}
