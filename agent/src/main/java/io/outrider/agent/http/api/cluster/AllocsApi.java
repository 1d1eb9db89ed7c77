package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Ids;
import io.outrider.agent.http.api.read.Listing;
import io.outrider.agent.http.api.read.Look;
import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.message.Values;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Table;
import io.outrider.state.model.alloc.Alloc;
import java.util.List;
import java.util.Locale;
import reactor.core.publisher.Mono;

/** Allocs as the cluster sees them. */
public final class AllocsApi {

    private static final String ONE = "/v1/allocation/";

    private final Reads reads;

    public AllocsApi(Reads reads) {
        this.reads = reads;
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        routes.at("/v1/allocations", Handler.get(this::list)).below(ONE, this::one);
    }

    private Mono<Answer> list(Request request) {
        return Mono.defer(() -> {
            boolean resources = Values.truth(request.query(), "resources", false);
            boolean states = Values.truth(request.query(), "task_states", true);
            String prefix = request.query().get("prefix").toLowerCase(Locale.ROOT);
            Listing<Alloc> listing = Listing.of(
                    alloc -> prefix.isEmpty() ? Stubs.key(alloc.createIndex(), alloc.id()) : alloc.id(),
                    alloc -> Stubs.alloc(alloc, resources, states));
            reads.checkRegion(request);
            Ids.checkPrefix(prefix, "alloc");
            return reads.answer(
                    request,
                    Look.of(
                            state -> state.index(Table.ALLOCS),
                            state -> listing.answer(request.query(), allocs(request, state, prefix))));
        });
    }

    private static List<Alloc> allocs(Request request, ClusterState state, String prefix) {
        List<Alloc> all = prefix.isEmpty() ? state.allocs() : state.allocsWith(prefix);
        return all.stream()
                .filter(alloc -> Reads.isIn(request, Stubs.text(alloc.namespace())))
                .toList();
    }

    private Mono<Answer> one(Request request) {
        String rest = request.below(ONE).orElse("");
        int slash = rest.indexOf('/');
        String id = slash < 0 ? rest : rest.substring(0, slash);
        return switch (slash < 0 ? "" : rest.substring(slash + 1)) {
            case "" -> Handler.get(read -> read(read, id)).handle(request);
            case "stop" -> Handler.write(write -> stop(write, id)).handle(request);
            case "services" -> Handler.missing("services of an alloc").handle(request);
            case "checks" -> Mono.just(Answer.json(null));
            default -> Mono.error(new HttpError(404, "resource not found"));
        };
    }

    private Mono<Answer> read(Request request, String id) {
        return Mono.defer(() -> {
            Ids.checkWhole(id, "alloc");
            return reads.answer(
                    request,
                    Look.of(
                            state -> state.alloc(id).map(Alloc::modifyIndex).orElseGet(() -> state.index(Table.ALLOCS)),
                            state -> state.alloc(id)
                                    .map(alloc -> Answer.json(Stubs.whole(alloc)))
                                    .orElseGet(() -> Answer.text(404, "alloc not found"))));
        });
    }

    private Mono<Answer> stop(Request request, String id) {
        return Mono.defer(() -> {
                    String text = request.query().get("no_shutdown_delay");
                    boolean hasty = !text.isEmpty()
                            && Values.truth(text)
                                    .orElseThrow(() -> new HttpError(
                                            500, "no_shutdown_delay value is not a boolean: " + Values.noTruth(text)));
                    return reads.plane().stopAlloc(id, hasty);
                })
                .map(done -> Reads.withIndex(
                        Answer.json(JsonMap.of("EvalID", done.evalId(), "Index", done.index())), done.index()))
                .onErrorMap(PlaneException.class, Refusals::of);
    }
}
