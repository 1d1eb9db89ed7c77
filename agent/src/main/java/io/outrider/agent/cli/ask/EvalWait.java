package io.outrider.agent.cli.ask;

import io.outrider.agent.cli.api.ApiAnswer;
import io.outrider.agent.cli.api.ApiClient;
import io.outrider.agent.cli.api.ApiQuery;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Waits for what an evaluation decides, in blocking queries: nothing is asked again and again. */
public final class EvalWait {

    private static final String WAIT = "60s";
    private static final Set<String> ENDS = Set.of("complete", "failed", "canceled", "blocked");

    private final ApiClient api;
    private final String namespace;

    /** Asks nothing yet. */
    public EvalWait(ApiClient api, String namespace) {
        this.api = api;
        this.namespace = namespace;
    }

    /** The evaluation as it is now. */
    public ApiAnswer now(String eval) {
        return api.get(path(eval), query());
    }

    /** The evaluation once it has ended. @param known as it was last seen */
    public JsonNode end(String eval, ApiAnswer known) {
        ApiAnswer answer = known;
        while (!ENDS.contains(Fields.text(answer.body(), "Status"))) {
            answer = api.get(path(eval), newerThan(answer));
        }
        return answer.body();
    }

    /** What it has placed or changed until now. */
    public ApiAnswer placed(String eval) {
        return api.get(path(eval) + "/allocations", query());
    }

    /** The same, when there is something newer than {@code known} or a minute is over. */
    public ApiAnswer placedSince(String eval, ApiAnswer known) {
        return api.get(path(eval) + "/allocations", newerThan(known));
    }

    private static String path(String eval) {
        return "/v1/evaluation/" + eval;
    }

    private ApiQuery query() {
        return ApiQuery.of("namespace", namespace);
    }

    private ApiQuery newerThan(ApiAnswer answer) {
        return query().and("index", answer.index().orElse(1L)).and("wait", WAIT);
    }
}
