package io.outrider.agent.cli.ask;

import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.api.ApiQuery;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.cli.table.Look;
import io.outrider.agent.cli.table.Table;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Finds the one thing that the beginning of an id means. */
public final class Found {

    private static final int SHORTEST = 2;
    private static final int WHOLE = 36;

    private Found() {}

    /** The one alloc, whole. The list of several is made by {@code shown}. */
    public static JsonNode alloc(ApiClient api, String id, Function<List<JsonNode>, String> shown) {
        JsonNode stub = allocStub(api, id, shown);
        ApiQuery namespace = ApiQuery.of("namespace", Fields.text(stub, "Namespace"));
        return api.get("/v1/allocation/" + Fields.text(stub, "ID"), namespace).body();
    }

    /** The one alloc as lists have it. */
    public static JsonNode allocStub(ApiClient api, String id, Function<List<JsonNode>, String> shown) {
        List<JsonNode> matches = matches(api, "/v1/allocations", prefix("Alloc", id));
        if (matches.isEmpty()) {
            throw new UserException("No allocation(s) with prefix or id \"" + id + "\" found");
        }
        return one(matches, "Prefix matched multiple allocations", shown);
    }

    /** The one node, as lists have it. */
    public static JsonNode nodeStub(ApiClient api, String id, Function<List<JsonNode>, String> shown) {
        List<JsonNode> matches = matches(api, "/v1/nodes", prefix("Node", id));
        if (matches.isEmpty()) {
            throw new UserException("No node(s) with prefix \"" + id + "\" found");
        }
        return one(matches, "Prefix matched multiple nodes", shown);
    }

    /** All whose id begins so. */
    public static List<JsonNode> matches(ApiClient api, String path, String prefix) {
        return Fields.list(api.get(path, ApiQuery.of("prefix", prefix)).body());
    }

    /** The only one; several are shown. */
    public static JsonNode one(List<JsonNode> matches, String several, Function<List<JsonNode>, String> shown) {
        if (matches.size() > 1) {
            throw new UserException(several + "\n\n" + shown.apply(matches));
        }
        return matches.get(0);
    }

    /** The one whose name this is, or is the only one to begin so; empty if none does. */
    public static Optional<JsonNode> named(List<JsonNode> matches, String name, String several, Look look) {
        for (JsonNode match : matches) {
            if (Fields.text(match, "Name").equals(name)) {
                return Optional.of(match);
            }
        }
        return matches.isEmpty() ? Optional.empty() : Optional.of(one(matches, several, all -> names(all, look)));
    }

    /** Names with what they are for. */
    public static String names(List<JsonNode> named, Look look) {
        Table table = Table.of("Name", "Description").keeping(1);
        named.forEach(each -> table.row(Fields.text(each, "Name"), Fields.text(each, "Description")));
        return table.text(look);
    }

    /** What an id may begin with: whole bytes, as the API wants it. */
    public static String prefix(String kind, String id) {
        if (id.length() < SHORTEST) {
            throw new UserException(kind + " ID must contain at least two characters.");
        }
        long digits = id.chars().filter(c -> c != '-').count();
        boolean even = id.length() == WHOLE || digits % 2 == 0;
        return even ? id : id.substring(0, id.length() - 1);
    }
}
