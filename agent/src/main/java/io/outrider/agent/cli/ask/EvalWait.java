package io.outrider.agent.cli.ask;

import io.outrider.agent.cli.api.ApiAnswer;
import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.api.ApiQuery;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Waits for what an evaluation decides. */
public final class EvalWait {

    private static final Set<String> ENDS = Set.of("complete", "failed", "canceled", "blocked");

    private final ApiClient api;
    private final String namespace;

    /** Asks nothing yet. */
    public EvalWait(ApiClient api, String namespace) {
        this.api = api;
        this.namespace = namespace;
    }

    /** The status that it ends with; empty where it was collected before anybody looked. */
    public Optional<String> end(String eval) {
        long index = 0;
        while (true) {
            ApiQuery query = ApiQuery.of("namespace", namespace).andIf(index > 0, "index", index);
            ApiAnswer answer = api.get("/v1/evaluation/" + eval, query);
            String status = Fields.text(answer.body(), "Status");
            if (status.isEmpty() || ENDS.contains(status)) {
                return Optional.of(status).filter(known -> !known.isEmpty());
            }
            index = answer.index().orElse(1L);
        }
    }

    /** The allocs that it has placed or changed. */
    public List<JsonNode> allocs(String eval) {
        ApiQuery query = ApiQuery.of("namespace", namespace);
        return Fields.list(api.get("/v1/evaluation/" + eval + "/allocations", query)
                        .body())
                .stream()
                .filter(alloc -> Fields.text(alloc, "DesiredStatus").equals("run"))
                .toList();
    }
}
