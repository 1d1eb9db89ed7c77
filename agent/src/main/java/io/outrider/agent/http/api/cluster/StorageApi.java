package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Look;
import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.standalone.state.Table;
import java.util.List;
import reactor.core.publisher.Mono;

/** Volumes of storage plugins. The node runs no such plugins, so there are none; making some is not served. */
public final class StorageApi {

    private static final String KIND = "csi";

    private final Reads reads;

    public StorageApi(Reads reads) {
        this.reads = reads;
    }

    /** Adds its paths. */
    public void addTo(Router.Builder routes) {
        Handler changes = Handler.missing("a volume of a storage plugin");
        routes.at("/v1/plugins", Handler.get(this::plugins))
                .below("/v1/plugin/", Handler.get(request -> unknown(request, "plugin not found")))
                .at("/v1/volumes", only(this::volumes, changes))
                .at("/v1/volumes/external", only(request -> noPlugin(), changes))
                .at("/v1/volumes/snapshot", only(request -> noPlugin(), changes))
                .below("/v1/volume/", only(request -> unknown(request, "volume not found"), changes));
    }

    private static Handler only(Handler read, Handler changes) {
        return request -> (request.isGet() ? read : changes).handle(request);
    }

    /** What there is of a kind does not change but with the node. */
    private Mono<Answer> plugins(Request request) {
        return none(request, Look.of(state -> state.index(Table.NODES), state -> Answer.json(List.of())));
    }

    private Mono<Answer> volumes(Request request) {
        return none(request, Look.of(state -> 0, state -> Answer.json(List.of())));
    }

    private Mono<Answer> none(Request request, Look look) {
        return switch (request.query().get("type")) {
            case "" -> Mono.just(Answer.json(List.of()));
            case KIND -> reads.answer(request, look);
            default -> Mono.just(Answer.empty());
        };
    }

    private Mono<Answer> unknown(Request request, String text) {
        return reads.answer(request, Look.of(state -> 0, state -> Answer.text(404, text)));
    }

    private static Mono<Answer> noPlugin() {
        return Mono.error(new HttpError(500, "no such plugin"));
    }
}
