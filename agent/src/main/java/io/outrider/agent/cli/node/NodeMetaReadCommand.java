package io.outrider.agent.cli.node;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import io.outrider.agent.cli.ask.FormatOptions;
import io.outrider.agent.cli.table.KeyValues;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Shows the metadata of a node. */
@Command(name = "read", description = "Show the metadata of a node: all, what was changed, and what it started with.")
public final class NodeMetaReadCommand extends ApiCommand {

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = {"-node-id", "--node-id"},
            paramLabel = "NODE",
            description = "The id, or its beginning. Default: the node that answers.")
    private @Nullable String id;

    @Override
    protected void run() {
        ApiQuery query =
                id == null ? ApiQuery.none() : ApiQuery.of("node_id", Fields.text(Nodes.stub(api(), id, look()), "ID"));
        JsonNode meta = api().get("/v1/client/metadata", query).body();
        if (format.isSet()) {
            format.print(terminal(), meta);
            return;
        }
        print(look().heading("All Meta"));
        print(pairs(meta, "Meta"));
        section("Dynamic Meta", pairs(meta, "Dynamic"));
        section("Static Meta", pairs(meta, "Static"));
    }

    private String pairs(JsonNode meta, String kind) {
        KeyValues values = new KeyValues();
        Fields.map(meta, kind).forEach((name, value) -> values.add(name, value.asString("")));
        return values.text(look());
    }
}
