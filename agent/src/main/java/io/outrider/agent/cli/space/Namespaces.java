package io.outrider.agent.cli.space;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.Found;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Finds namespaces and lists them. */
final class Namespaces {

    private Namespaces() {}

    /** The one whose name this is, or is the only one to begin so. */
    static JsonNode find(ApiClient api, String name, Look look) {
        List<JsonNode> matches = Found.matches(api, "/v1/namespaces", name);
        for (JsonNode space : matches) {
            if (Fields.text(space, "Name").equals(name)) {
                return space;
            }
        }
        if (matches.isEmpty()) {
            throw new UserException("Namespace \"" + name + "\" matched no namespaces");
        }
        return Found.one(matches, "Prefix matched multiple namespaces", all -> list(all, look));
    }

    static String list(List<JsonNode> spaces, Look look) {
        Table table = Table.of("Name", "Description").keeping(1);
        spaces.forEach(space -> table.row(Fields.text(space, "Name"), Fields.text(space, "Description")));
        return table.text(look);
    }
}
