package io.outrider.agent.http.api.cluster;

import io.outrider.agent.filter.Filter;
import io.outrider.agent.http.api.read.Ids;
import io.outrider.agent.http.api.read.Listing;
import io.outrider.agent.http.api.read.Look;
import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Body;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Query;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Table;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.Evaluation;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import reactor.core.publisher.Mono;

/** Evaluations, and deployments, of which there are none yet. */
public final class EvalsApi {

    private static final String ONE = "/v1/evaluation/";
    private static final String DEPLOYMENT = "/v1/deployment/";
    /** Changes whose body is read before anything else. */
    private static final Set<String> READ_BODY = Set.of("pause", "promote");

    private final Reads reads;

    public EvalsApi(Reads reads) {
        this.reads = reads;
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        routes.at("/v1/evaluations", this::list)
                .at("/v1/evaluations/count", Handler.get(this::count))
                .below(ONE, Handler.get(this::one))
                .at("/v1/deployments", Handler.get(this::deployments))
                .below(DEPLOYMENT, this::deployment);
    }

    private Mono<Answer> list(Request request) {
        if (request.method().equals("DELETE")) {
            return Mono.error(new HttpError(500, "eval broker is enabled; eval broker must be paused to delete evals"));
        }
        return Handler.get(this::listed).handle(request);
    }

    private Mono<Answer> listed(Request request) {
        return Mono.defer(() -> {
            Query query = request.query();
            if (!query.get("filter").isEmpty()
                    && (!query.get("job").isEmpty() || !query.get("status").isEmpty())) {
                throw new HttpError(400, "Filter expression cannot be used with other filter parameters");
            }
            String prefix = query.get("prefix").toLowerCase(Locale.ROOT);
            Ids.checkPrefix(prefix, "eval");
            Listing<Evaluation> listing = Listing.of(
                    eval -> prefix.isEmpty() ? Stubs.key(eval.createIndex(), eval.id()) : eval.id(), Stubs::whole);
            return reads.answer(
                    request,
                    Look.of(
                            state -> state.index(Table.EVALS),
                            state -> listing.answer(query, evals(request, state, prefix))));
        });
    }

    private static List<Evaluation> evals(Request request, ClusterState state, String prefix) {
        String job = request.query().get("job");
        String status = request.query().get("status");
        List<Evaluation> all = prefix.isEmpty() ? state.evaluations() : state.evaluationsWith(prefix);
        return all.stream()
                .filter(eval -> Reads.isIn(request, Stubs.text(eval.namespace())))
                .filter(eval -> job.isEmpty() || job.equals(eval.jobId()))
                .filter(eval -> status.isEmpty() || status.equals(eval.status()))
                .toList();
    }

    private Mono<Answer> count(Request request) {
        String text = request.query().get("filter");
        return reads.answer(request, Look.of(state -> state.index(Table.EVALS), state -> {
            Filter filter = text.isEmpty() ? null : Filter.parse(text);
            long count = evals(request, state, "").stream()
                    .filter(eval -> filter == null || filter.test(eval))
                    .count();
            return Answer.json(JsonMap.of(
                    "Count",
                    count,
                    "Index",
                    state.index(Table.EVALS),
                    "KnownLeader",
                    true,
                    "LastContact",
                    0,
                    "NextToken",
                    ""));
        }));
    }

    private Mono<Answer> one(Request request) {
        return Mono.defer(() -> {
            String rest = request.below(ONE).orElse("");
            boolean allocs = rest.endsWith("/allocations");
            String id = allocs ? rest.substring(0, rest.lastIndexOf('/')) : rest;
            if (allocs) {
                return allocations(request, id);
            }
            if (id.length() != 36) {
                throw new HttpError(
                        500, "failed to lookup eval: eval lookup failed: index error: UUID must be 36 characters");
            }
            return reads.answer(
                    request,
                    Look.of(
                            state -> state.evaluation(id)
                                    .map(Evaluation::modifyIndex)
                                    .orElseGet(() -> state.index(Table.EVALS)),
                            state -> state.evaluation(id)
                                    .map(eval -> Answer.json(Stubs.whole(eval)))
                                    .orElseGet(() -> Answer.text(404, "eval not found"))));
        });
    }

    private Mono<Answer> allocations(Request request, String id) {
        Listing<Alloc> listing = Listing.of(
                alloc -> Stubs.key(alloc.createIndex(), alloc.id()), alloc -> Stubs.alloc(alloc, false, true));
        return reads.answer(
                request,
                Look.of(
                        state -> state.index(Table.ALLOCS),
                        state -> listing.answer(
                                request.query(),
                                state.allocs().stream()
                                        .filter(alloc -> id.equals(alloc.evalId()))
                                        .toList())));
    }

    private Mono<Answer> deployments(Request request) {
        return reads.answer(request, Look.of(state -> state.index(Table.DEPLOYMENTS), state -> Answer.json(List.of())));
    }

    /** There is none to change, whatever is well said. */
    private static Mono<Answer> change(Request request, String rest) {
        int slash = rest.indexOf('/');
        if (READ_BODY.contains(rest.substring(0, slash))) {
            String named = Body.required(request, 400).text("DeploymentID");
            if (!named.equals(rest.substring(slash + 1))) {
                throw new HttpError(400, "Deployment ID does not match");
            }
        }
        throw new HttpError(500, "deployment not found");
    }

    private Mono<Answer> deployment(Request request) {
        return Mono.defer(() -> {
            String rest = request.below(DEPLOYMENT).orElse("");
            int slash = rest.indexOf('/');
            if (slash > 0 && !rest.startsWith("allocations/")) {
                return Handler.write(write -> change(write, rest)).handle(request);
            }
            if (slash > 0) {
                return deployments(request);
            }
            Ids.checkWhole(rest, "deployment");
            return Handler.get(read -> reads.answer(
                            read,
                            Look.of(
                                    state -> state.index(Table.DEPLOYMENTS),
                                    state -> Answer.text(404, "deployment not found"))))
                    .handle(request);
        });
    }
}
