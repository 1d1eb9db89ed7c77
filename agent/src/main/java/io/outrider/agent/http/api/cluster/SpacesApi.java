package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Listing;
import io.outrider.agent.http.api.read.Look;
import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Cors;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.standalone.state.Table;
import io.outrider.state.model.cluster.Namespace;
import io.outrider.state.model.cluster.SchedulerConfig;
import io.outrider.state.model.cluster.Variable;
import java.util.List;
import java.util.Set;
import reactor.core.publisher.Mono;

/** Namespaces, variables, and settings of the scheduler. */
public final class SpacesApi {

    private static final String NAMESPACE = "/v1/namespace/";
    private static final String VARIABLE = "/v1/var/";

    private final Reads reads;
    private final SpaceWrites writes;

    public SpacesApi(Reads reads) {
        this.reads = reads;
        this.writes = new SpaceWrites(reads);
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        routes.at("/v1/namespaces", Handler.get(this::namespaces))
                .at("/v1/namespace", Handler.write(request -> writes.putNamespace(request, "")))
                .below(NAMESPACE, this::namespace)
                .at("/v1/vars", Cors.allowing(Set.of("HEAD", "GET"), Handler.get(this::variables)))
                .below(VARIABLE, Cors.allowing(Set.of("HEAD", "GET", "PUT", "DELETE"), this::variable))
                .at("/v1/operator/scheduler/configuration", this::scheduler)
                .at("/v1/system/gc", Handler.only(Set.of("PUT"), writes::collect))
                .at("/v1/system/reconcile/summaries", Handler.write(request -> Mono.just(Answer.empty())));
    }

    private Mono<Answer> namespaces(Request request) {
        String prefix = request.query().get("prefix");
        Listing<Namespace> listing = Listing.of(Namespace::name, space -> space);
        return reads.answer(
                request,
                Look.of(
                        state -> state.index(Table.NAMESPACES),
                        state -> listing.answer(
                                request.query(),
                                state.namespaces().stream()
                                        .filter(space -> space.name().startsWith(prefix))
                                        .toList())));
    }

    private Mono<Answer> namespace(Request request) {
        String name = request.below(NAMESPACE).orElse("");
        if (!request.isGet()) {
            return request.method().equals("DELETE")
                    ? writes.removeNamespace(request, name)
                    : Handler.write(write -> writes.putNamespace(write, name)).handle(request);
        }
        return reads.answer(
                request,
                Look.of(
                        state -> state.namespace(name)
                                .map(Namespace::modifyIndex)
                                .orElseGet(() -> state.index(Table.NAMESPACES)),
                        state -> state.namespace(name)
                                .map(space -> Answer.json(space))
                                .orElseGet(() -> Answer.text(404, "Namespace not found"))));
    }

    private Mono<Answer> variables(Request request) {
        String prefix = request.query().get("prefix");
        Listing<Variable> listing =
                Listing.of(variable -> variable.namespace() + "." + variable.path(), Variable::withoutItems);
        return reads.answer(request, Look.of(state -> Math.max(1, state.index(Table.VARIABLES)), state -> {
            List<Variable> all = state.variables().stream()
                    .filter(variable -> Reads.isIn(request, Stubs.text(variable.namespace())))
                    .filter(variable -> Stubs.text(variable.path()).startsWith(prefix))
                    .toList();
            return listing.answer(request.query(), all);
        }));
    }

    private Mono<Answer> variable(Request request) {
        String path = request.below(VARIABLE).orElse("");
        if (path.isEmpty()) {
            return Mono.error(new HttpError(400, "missing variable path"));
        }
        if (!request.isGet()) {
            return request.method().equals("DELETE")
                    ? writes.removeVariable(request, path)
                    : Handler.write(write -> writes.putVariable(write, path)).handle(request);
        }
        String namespace = Reads.namespace(request);
        return reads.answer(
                request,
                Look.of(
                        state -> state.variable(namespace, path)
                                .map(Variable::modifyIndex)
                                .orElseGet(() -> Math.max(1, state.index(Table.VARIABLES))),
                        state -> state.variable(namespace, path)
                                .map(variable -> Answer.json(variable))
                                .orElseGet(() -> Answer.text(404, "variable not found"))));
    }

    private Mono<Answer> scheduler(Request request) {
        return Handler.readWrite(
                        read -> reads.answer(
                                read,
                                Look.of(
                                        state -> Math.max(1, state.index(Table.SCHEDULER)),
                                        state -> settings(
                                                state.scheduler(), Math.max(1, state.index(Table.SCHEDULER))))),
                        writes::putScheduler)
                .handle(request);
    }

    private static Answer settings(SchedulerConfig config, long index) {
        return Answer.json(JsonMap.of(
                "Index", index, "KnownLeader", true, "LastContact", 0, "NextToken", "", "SchedulerConfig", config));
    }
}
