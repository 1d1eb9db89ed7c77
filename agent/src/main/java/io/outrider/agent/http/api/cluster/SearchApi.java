package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Look;
import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Body;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import io.outrider.state.model.cluster.Namespace;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.job.Job;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Finds things by the beginning of their ID, or by a part of their name. */
public final class SearchApi {

    private static final int MOST = 20;
    private static final List<String> CONTEXTS = List.of(
            "allocs",
            "jobs",
            "nodes",
            "node_pools",
            "evals",
            "deployment",
            "plugins",
            "volumes",
            "scaling_policy",
            "vars",
            "namespaces");
    private static final List<String> BY_UUID = List.of("allocs", "nodes", "evals", "deployment");
    private static final int SHORTEST_TEXT = 2;

    private final Reads reads;

    public SearchApi(Reads reads) {
        this.reads = reads;
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        routes.at("/v1/search", Handler.write(this::prefix)).at("/v1/search/fuzzy", Handler.write(this::fuzzy));
    }

    private static List<String> contexts(Body body) {
        String context = body.text("Context");
        if (context.isEmpty() || context.equals("all")) {
            return CONTEXTS;
        }
        if (!CONTEXTS.contains(context)) {
            throw new HttpError(
                    500,
                    "context must be one of [" + String.join(" ", CONTEXTS) + "] or 'all' for all contexts; got \""
                            + context + "\"");
        }
        return List.of(context);
    }

    private Mono<Answer> prefix(Request request) {
        return Mono.defer(() -> {
            Body body = Body.required(request, 400);
            List<String> contexts = contexts(body);
            String prefix = body.text("Prefix");
            return reads.answer(
                    request, Look.of(ClusterState::index, state -> found(request, state, contexts, prefix)));
        });
    }

    private static Answer found(Request request, ClusterState state, List<String> contexts, String prefix) {
        Map<String, @Nullable Object> matches = new LinkedHashMap<>();
        Map<String, @Nullable Object> truncations = new LinkedHashMap<>();
        boolean isId = prefix.matches("[0-9a-fA-F-]*");
        for (String context : contexts) {
            boolean byId = BY_UUID.contains(context);
            if (byId && !isId && contexts.size() > 1) {
                continue;
            }
            String wanted = byId ? prefix.toLowerCase(Locale.ROOT) : prefix;
            List<String> all = names(request, state, context)
                    .filter(name -> name.startsWith(wanted))
                    .limit(MOST + 1L)
                    .toList();
            List<String> shown = all.size() > MOST ? all.subList(0, MOST) : all;
            matches.put(context, shown.isEmpty() ? null : shown);
            truncations.put(context, all.size() > MOST);
        }
        return answer(state, matches, truncations);
    }

    private static Answer answer(
            ClusterState state, Map<String, @Nullable Object> matches, Map<String, @Nullable Object> truncations) {
        return Answer.json(JsonMap.of(
                "Index",
                state.index(),
                "KnownLeader",
                true,
                "LastContact",
                0,
                "Matches",
                matches,
                "NextToken",
                "",
                "Truncations",
                truncations));
    }

    private static Stream<String> names(Request request, ClusterState state, String context) {
        return switch (context) {
            case "allocs" ->
                state.allocs().stream()
                        .filter(alloc -> Reads.isIn(request, Stubs.text(alloc.namespace())))
                        .map(Alloc::id)
                        .sorted();
            case "jobs" ->
                state.jobs().stream()
                        .filter(job -> Reads.isIn(request, Stubs.text(job.namespace())))
                        .map(Job::id);
            case "nodes" -> state.nodes().stream().map(node -> String.valueOf(node.id()));
            case "node_pools" -> state.nodePools().stream().map(NodePool::name);
            case "evals" ->
                state.evaluations().stream()
                        .filter(eval -> Reads.isIn(request, Stubs.text(eval.namespace())))
                        .map(Evaluation::id)
                        .sorted();
            case "vars" ->
                state.variables().stream()
                        .filter(variable -> Reads.isIn(request, Stubs.text(variable.namespace())))
                        .map(variable -> Stubs.text(variable.path()));
            case "namespaces" -> state.namespaces().stream().map(Namespace::name);
            default -> Stream.empty();
        };
    }

    private Mono<Answer> fuzzy(Request request) {
        return Mono.defer(() -> {
            Body body = Body.required(request, 400);
            List<String> contexts = contexts(body);
            String text = body.text("Text");
            if (text.length() < SHORTEST_TEXT) {
                throw new HttpError(500, "fuzzy search query must be at least 2 characters, got " + text.length());
            }
            return reads.answer(request, Look.of(ClusterState::index, state -> near(request, state, contexts, text)));
        });
    }

    private static Answer near(Request request, ClusterState state, List<String> contexts, String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        Map<String, @Nullable Object> matches = new LinkedHashMap<>();
        Map<String, @Nullable Object> truncations = new LinkedHashMap<>();
        for (String context : contexts) {
            List<Object> hits = new ArrayList<>();
            if (context.equals("jobs")) {
                state.jobs().stream()
                        .filter(job -> Reads.isIn(request, Stubs.text(job.namespace())))
                        .filter(job -> has(job.name(), wanted))
                        .forEach(job -> hits.add(
                                JsonMap.of("ID", job.name(), "Scope", List.of(Stubs.text(job.namespace()), job.id()))));
            } else if (context.equals("allocs")) {
                state.allocs().stream()
                        .filter(alloc -> Reads.isIn(request, Stubs.text(alloc.namespace())))
                        .filter(alloc -> has(alloc.name(), wanted))
                        .forEach(alloc -> hits.add(JsonMap.of(
                                "ID", alloc.name(), "Scope", List.of(Stubs.text(alloc.namespace()), alloc.id()))));
            }
            matches.put(context, hits.size() > MOST ? hits.subList(0, MOST) : hits);
            truncations.put(context, hits.size() > MOST);
        }
        return answer(state, matches, truncations);
    }

    private static boolean has(@Nullable String name, String wanted) {
        return Stubs.text(name).toLowerCase(Locale.ROOT).contains(wanted);
    }
}
