package io.outrider.agent.cli.space;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.ask.Found;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Look;
import tools.jackson.databind.JsonNode;

/** Finds namespaces. */
final class Namespaces {

    private Namespaces() {}

    /** The one whose name this is, or is the only one to begin so. */
    static JsonNode find(ApiClient api, String name, Look look) {
        return Found.named(Found.matches(api, "/v1/namespaces", name), name, "Prefix matched multiple namespaces", look)
                .orElseThrow(() -> new UserException("Namespace \"" + name + "\" matched no namespaces"));
    }
}
