package io.outrider.agent.cli.node;

import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.ask.ApiCommand;
import io.outrider.agent.cli.ask.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes the metadata of a node. */
@Command(name = "apply", description = "Change the metadata of a node. What stands in no argument stays.")
public final class NodeMetaApplyCommand extends ApiCommand {

    @Option(
            names = {"-node-id", "--node-id"},
            paramLabel = "NODE",
            description = "The id, or its beginning. Default: the node that answers.")
    private @Nullable String id;

    @Option(
            names = {"-unset", "--unset"},
            paramLabel = "KEYS",
            split = ",",
            description = "Remove these, with commas between them.")
    private List<String> unset = new ArrayList<>();

    @Parameters(arity = "0..*", paramLabel = "KEY=VALUE", description = "Set these; KEY alone sets an empty value.")
    private List<String> pairs = new ArrayList<>();

    @Override
    protected void run() {
        if (pairs.isEmpty() && unset.isEmpty()) {
            throw wrong("node meta apply needs KEY=VALUE or -unset");
        }
        Map<String, @Nullable Object> meta = new LinkedHashMap<>();
        for (String pair : pairs) {
            String[] parts = pair.split("=", 2);
            meta.put(parts[0], parts.length == 2 ? parts[1] : "");
        }
        unset.forEach(key -> meta.put(key, null));
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("NodeID", id == null ? "" : Fields.text(Nodes.stub(api(), id, look()), "ID"));
        body.put("Meta", meta);
        api().post("/v1/client/metadata", ApiQuery.none(), body);
    }
}
