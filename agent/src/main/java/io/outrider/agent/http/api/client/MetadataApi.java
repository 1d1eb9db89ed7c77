package io.outrider.agent.http.api.client;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.Body;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.agent.standalone.request.NodeMeta;
import io.outrider.agent.standalone.request.PlaneException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Metadata of the node, which may change while it runs. */
public final class MetadataApi {

    private static final String WORD = "[\\p{L}_][\\p{L}\\p{N}_-]*";
    private static final Pattern KEY = Pattern.compile(WORD + "(\\." + WORD + ")*");

    private final ControlPlane plane;
    private final LocalAllocs allocs;

    /** @param plane keeps them */
    public MetadataApi(ControlPlane plane, LocalAllocs allocs) {
        this.plane = plane;
        this.allocs = allocs;
    }

    /** {@code /v1/client/metadata}. */
    public Mono<Answer> handle(Request request) {
        return request.isGet()
                ? read(request)
                : Handler.only(Set.of("POST"), this::change).handle(request);
    }

    private Mono<Answer> read(Request request) {
        return Mono.fromSupplier(() -> {
            allocs.checkNode(request.query().get("node_id"));
            return answer(plane.nodeMeta());
        });
    }

    private Mono<Answer> change(Request request) {
        return Mono.defer(() -> {
                    Body body = Body.required(request, 400);
                    Map<String, @Nullable String> changes = changes(body);
                    allocs.checkNode(body.text("NodeID"));
                    return plane.putNodeMeta(changes);
                })
                .map(MetadataApi::answer)
                .onErrorMap(PlaneException.class, e -> new HttpError(500, e.text()));
    }

    private static Map<String, @Nullable String> changes(Body body) {
        JsonNode meta = body.field("Meta")
                .filter(found -> found.isObject() && !found.isEmpty())
                .orElseThrow(() -> new HttpError(400, "missing required Meta object"));
        Map<String, @Nullable String> changes = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : meta.properties()) {
            check(entry.getKey(), entry.getValue());
            changes.put(
                    entry.getKey(),
                    entry.getValue().isNull() ? null : entry.getValue().asString());
        }
        return changes;
    }

    private static void check(String key, JsonNode value) {
        if (key.isEmpty()) {
            throw new HttpError(400, "metadata keys must not be empty");
        }
        if (!KEY.matcher(key).matches()) {
            throw new HttpError(400, "\"" + key + "\" is invalid; metadata keys must be valid dotted hcl identifiers");
        }
        if (!value.isNull() && !value.isString()) {
            throw new HttpError(400, "the value of \"" + key + "\" must be a text, or null to take it away");
        }
    }

    private static Answer answer(NodeMeta meta) {
        return Answer.json(
                JsonMap.of("Dynamic", meta.dynamic(), "Meta", meta.effective(), "Static", new TreeMap<>(meta.fixed())));
    }
}
