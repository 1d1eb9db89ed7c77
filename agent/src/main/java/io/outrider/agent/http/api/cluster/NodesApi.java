package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Ids;
import io.outrider.agent.http.api.read.Listing;
import io.outrider.agent.http.api.read.Look;
import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.message.Values;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.agent.standalone.state.Table;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.cluster.NodePool;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.node.Node;
import java.util.Locale;
import java.util.Objects;
import reactor.core.publisher.Mono;

/** The node and the pools of nodes. */
public final class NodesApi {

    private static final String ONE = "/v1/node/";
    private static final String POOL = "/v1/node/pool/";

    private final Reads reads;
    private final SpaceWrites writes;

    public NodesApi(Reads reads) {
        this.reads = reads;
        this.writes = new SpaceWrites(reads);
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        routes.at("/v1/nodes", Handler.get(this::list))
                .below(ONE, this::one)
                .at("/v1/node/pools", Handler.get(this::pools))
                .below(POOL, this::pool);
    }

    private Mono<Answer> list(Request request) {
        return Mono.defer(() -> {
            boolean resources = Values.truth(request.query(), "resources", false);
            boolean os = Values.truth(request.query(), "os", false);
            String prefix = request.query().get("prefix").toLowerCase(Locale.ROOT);
            Ids.checkPrefix(prefix, "node");
            Listing<Node> listing =
                    Listing.of(node -> String.valueOf(node.id()), node -> Stubs.node(node, resources, os));
            return reads.answer(
                    request,
                    Look.of(
                            state -> state.index(Table.NODES),
                            state -> listing.answer(
                                    request.query(),
                                    state.nodes().stream()
                                            .filter(node ->
                                                    String.valueOf(node.id()).startsWith(prefix))
                                            .toList())));
        });
    }

    private Mono<Answer> one(Request request) {
        return Mono.defer(() -> {
            String rest = request.below(ONE).orElse("");
            int slash = rest.lastIndexOf('/');
            String id = slash < 0 ? rest : rest.substring(0, slash);
            return switch (slash < 0 ? "" : rest.substring(slash + 1)) {
                case "allocations" -> Handler.get(read -> allocations(read, id)).handle(request);
                case "eligibility" ->
                    Handler.write(write -> writes.eligibility(write, id)).handle(request);
                case "drain" -> Handler.write(write -> writes.drain(write, id)).handle(request);
                case "evaluate" ->
                    Handler.write(write -> writes.evaluateNode(write, id)).handle(request);
                case "purge" ->
                    Handler.write(Handler.missing("purging the node")).handle(request);
                default -> Handler.get(read -> read(read, rest)).handle(request);
            };
        });
    }

    private Mono<Answer> read(Request request, String id) {
        Ids.checkWhole(id, "node");
        return reads.answer(
                request,
                Look.of(
                        state -> state.node(id).map(Node::modifyIndex).orElseGet(() -> state.index(Table.NODES)),
                        state -> state.node(id)
                                .map(node -> Answer.json(node))
                                .orElseGet(() -> Answer.text(404, "node not found"))));
    }

    private Mono<Answer> allocations(Request request, String id) {
        return reads.answer(
                request,
                Look.of(
                        state -> state.index(Table.ALLOCS),
                        state -> Answer.json(state.allocs().stream()
                                .filter(alloc -> id.equals(alloc.nodeId()))
                                .map((Alloc alloc) -> Stubs.whole(alloc))
                                .toList())));
    }

    private Mono<Answer> pools(Request request) {
        String prefix = request.query().get("prefix");
        Listing<NodePool> listing = Listing.of(NodePool::name, pool -> pool);
        return reads.answer(
                request,
                Look.of(
                        state -> state.index(Table.NODE_POOLS),
                        state -> listing.answer(
                                request.query(),
                                state.nodePools().stream()
                                        .filter(pool -> pool.name().startsWith(prefix))
                                        .toList())));
    }

    private Mono<Answer> pool(Request request) {
        String rest = request.below(POOL).orElse("");
        if (!request.isGet()) {
            return Handler.missing("a change of a node pool").handle(request);
        }
        if (rest.endsWith("/nodes")) {
            return poolNodes(request, rest.substring(0, rest.length() - "/nodes".length()));
        }
        if (rest.endsWith("/jobs")) {
            return poolJobs(request, rest.substring(0, rest.length() - "/jobs".length()));
        }
        return reads.answer(
                request,
                Look.of(
                        state -> state.nodePool(rest)
                                .map(NodePool::modifyIndex)
                                .orElseGet(() -> state.index(Table.NODE_POOLS)),
                        state -> state.nodePool(rest)
                                .map(pool -> Answer.json(pool))
                                .orElseGet(() -> Answer.text(404, "node pool not found"))));
    }

    private Mono<Answer> poolNodes(Request request, String pool) {
        Listing<Node> listing = Listing.of(node -> String.valueOf(node.id()), node -> Stubs.node(node, false, false));
        return reads.answer(
                request,
                Look.of(
                        state -> state.index(Table.NODES),
                        state -> listing.answer(
                                request.query(),
                                state.nodes().stream()
                                        .filter(node -> pool.equals("all") || Objects.equals(pool, node.nodePool()))
                                        .toList())));
    }

    private Mono<Answer> poolJobs(Request request, String pool) {
        return reads.answer(request, Look.of(state -> state.index(Table.JOBS), state -> listing(state)
                .answer(
                        request.query(),
                        state.jobs().stream()
                                .filter(job -> Reads.isIn(request, Stubs.text(job.namespace())))
                                .filter(job -> Objects.equals(pool, job.nodePool()))
                                .toList())));
    }

    private static Listing<Job> listing(ClusterState state) {
        return Listing.of(job -> job.namespace() + "." + job.id(), job -> Stubs.job(job, state, false));
    }
}
