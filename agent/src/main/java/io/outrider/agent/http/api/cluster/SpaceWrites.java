package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Body;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Query;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.agent.standalone.request.NodeChanged;
import io.outrider.agent.standalone.request.PlaneException;
import io.outrider.agent.standalone.request.VariableAnswer;
import io.outrider.state.model.Json;
import io.outrider.state.model.cluster.Namespace;
import io.outrider.state.model.cluster.SchedulerConfig;
import io.outrider.state.model.cluster.Variable;
import io.outrider.state.model.node.Node;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Changes of namespaces, variables, nodes and the scheduler. */
final class SpaceWrites {

    private static final Set<String> ALGORITHMS = Set.of("", "binpack", "spread");
    private static final String RPC = "127.0.0.1:4647";

    private final Reads reads;
    private final ControlPlane plane;

    SpaceWrites(Reads reads) {
        this.reads = reads;
        this.plane = reads.plane();
    }

    private Mono<Answer> write(Request request, Supplier<Mono<Answer>> call) {
        return Mono.defer(() -> {
                    reads.checkRegion(request);
                    return call.get();
                })
                .onErrorMap(PlaneException.class, Refusals::of);
    }

    Mono<Answer> putNamespace(Request request, String name) {
        return write(request, () -> {
            Namespace space = Json.read(Body.required(request, 400).root(), Namespace.class);
            if (!name.isEmpty() && !name.equals(space.name())) {
                throw new HttpError(400, "Namespace name does not match request path");
            }
            return plane.putNamespace(space).map(index -> Reads.withIndex(Answer.empty(), index));
        });
    }

    Mono<Answer> removeNamespace(Request request, String name) {
        return write(request, () -> plane.removeNamespace(name).map(index -> Reads.withIndex(Answer.empty(), index)));
    }

    Mono<Answer> putVariable(Request request, String path) {
        return write(request, () -> {
                    Body body = Body.required(request, 400);
                    Map<String, String> items = new HashMap<>();
                    body.field("Items").ifPresent(found -> found.properties()
                            .forEach(item ->
                                    items.put(item.getKey(), item.getValue().asString(""))));
                    if (items.isEmpty()) {
                        throw new HttpError(400, "variable missing required Items object");
                    }
                    Variable wanted = new Variable(Reads.namespace(request), path, null, null, null, null, items);
                    return plane.putVariable(wanted, cas(request.query())).map(SpaceWrites::put);
                })
                .onErrorResume(HttpError.class, SpaceWrites::refused);
    }

    /** What the plane itself refuses has an index, which is that of no change. */
    private static Mono<Answer> refused(HttpError error) {
        return error.status() == 500 ? Mono.just(Reads.withIndex(error.answer(), 0)) : Mono.error(error);
    }

    private static Answer put(VariableAnswer done) {
        Answer answer = Answer.json(done.variable().orElse(null));
        return Reads.withIndex(done.done() ? answer : conflict(answer), done.index());
    }

    private static Answer conflict(Answer answer) {
        return answer.withStatus(409).typed(Answer.TEXT);
    }

    Mono<Answer> removeVariable(Request request, String path) {
        return write(request, () -> {
            Variable wanted = new Variable(Reads.namespace(request), path, null, null, null, null, null);
            return plane.removeVariable(wanted, cas(request.query()))
                    .map(done -> Reads.withIndex(
                            done.done()
                                    ? Answer.status(204)
                                    : conflict(Answer.json(done.variable().orElse(null))),
                            done.index()));
        });
    }

    private static OptionalLong cas(Query query) {
        if (!query.has("cas")) {
            return OptionalLong.empty();
        }
        String text = query.get("cas");
        if (!text.matches("[0-9]{1,18}")) {
            throw new HttpError(400, "can not parse cas: strconv.ParseUint: parsing \"" + text + "\": invalid syntax");
        }
        return OptionalLong.of(Long.parseLong(text));
    }

    Mono<Answer> putScheduler(Request request) {
        return write(request, () -> {
            JsonNode root = Body.required(request, 400).root();
            SchedulerConfig config = Json.read(root, SchedulerConfig.class);
            String algorithm = Stubs.text(config.algorithm());
            if (!ALGORITHMS.contains(algorithm)) {
                throw new HttpError(400, "invalid scheduler algorithm: " + algorithm);
            }
            OptionalLong cas = request.query().has("cas") ? cas(request.query()) : OptionalLong.empty();
            return plane.putScheduler(config, cas).map(updated -> {
                long index = Math.max(1, reads.now().index());
                return Reads.withIndex(Answer.json(JsonMap.of("Index", index, "Updated", updated)), index);
            });
        });
    }

    Mono<Answer> eligibility(Request request, String id) {
        return write(request, () -> {
            Body body = Body.required(request, 400);
            return plane.eligibility(id, body.text("Eligibility")).map(done -> changed(done, JsonMap.of()));
        });
    }

    /** Ends a drain, of which there is none yet; what remains is that the node may be wanted eligible again. */
    Mono<Answer> drain(Request request, String id) {
        return write(request, () -> {
            Body body = Body.required(request, 400);
            if (body.field("DrainSpec").isPresent()) {
                return Handler.missing("a drain").handle(request);
            }
            Optional<Node> node = reads.now().node(id);
            String before = node.map(Node::schedulingEligibility).orElse("");
            return plane.eligibility(id, body.truth("MarkEligible") ? "eligible" : before)
                    .map(done -> changed(done, JsonMap.of("NodeModifyIndex", modifyIndex(id))));
        });
    }

    private long modifyIndex(String id) {
        return reads.now().node(id).map(Node::modifyIndex).orElse(0L);
    }

    Mono<Answer> evaluateNode(Request request, String id) {
        return write(request, () -> plane.evaluateNode(id).map(done -> changed(done, ofServers(id))));
    }

    /** What a node that registers is told; there is one server, and nobody speaks to it. */
    private Map<String, @Nullable Object> ofServers(String id) {
        String eligibility = reads.now()
                .node(id)
                .map(node -> Stubs.text(node.schedulingEligibility()))
                .orElse("");
        return JsonMap.of(
                "Features",
                0,
                "HeartbeatTTL",
                0,
                "KnownLeader",
                false,
                "LastContact",
                0,
                "LeaderRPCAddr",
                RPC,
                "NextToken",
                "",
                "NumNodes",
                1,
                "SchedulingEligibility",
                eligibility,
                "Servers",
                List.of(JsonMap.of(
                        "Datacenter",
                        reads.now().node(id).map(Node::datacenter).orElse(""),
                        "RPCAdvertiseAddr",
                        RPC,
                        "RPCMajorVersion",
                        0,
                        "RPCMinorVersion",
                        0)));
    }

    private static Answer changed(NodeChanged done, Map<String, @Nullable Object> more) {
        boolean none = done.evaluated().evalIds().isEmpty();
        Map<String, @Nullable Object> body = JsonMap.of(
                "EvalCreateIndex", done.evaluated().evalCreateIndex(),
                "EvalIDs", none ? null : done.evaluated().evalIds(),
                "Index", done.evaluated().index(),
                "NodeModifyIndex", done.nodeModifyIndex());
        body.putAll(more);
        return Reads.withIndex(Answer.json(body), done.evaluated().index());
    }

    Mono<Answer> collect(Request request) {
        return write(request, () -> plane.gc().thenReturn(Answer.empty()));
    }
}
