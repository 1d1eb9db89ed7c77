package io.outrider.agent.http.api.cluster;

import io.outrider.agent.http.api.read.Reads;
import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.message.Values;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.http.route.Router;
import io.outrider.agent.standalone.state.ClusterEvent;
import io.outrider.state.model.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The stream of what happens in the cluster: a line for every change, an empty one now and then. */
public final class EventsApi {

    private static final Duration BEAT = Duration.ofSeconds(30);
    private static final byte[] EMPTY = "{}\n".getBytes(StandardCharsets.US_ASCII);

    private final Reads reads;
    private final Scheduler timer;

    /** @param timer for heartbeats */
    public EventsApi(Reads reads, Scheduler timer) {
        this.reads = reads;
        this.timer = timer;
    }

    /** Adds its path. */
    public void addTo(Router.Builder routes) {
        routes.at("/v1/event/stream", Handler.get(this::stream));
    }

    private Mono<Answer> stream(Request request) {
        return Mono.fromSupplier(() -> {
            reads.checkRegion(request);
            String text = request.query().get("index");
            long from = text.isEmpty()
                    ? 0
                    : Values.number(text)
                            .orElseThrow(() -> new HttpError(
                                    400,
                                    "Unable to parse index: strconv.Atoi: parsing \"" + text + "\": invalid syntax"));
            List<Wanted> wanted = wanted(request);
            Flux<byte[]> lines = reads.plane().events(from).mapNotNull(batch -> line(request, wanted, batch));
            Flux<byte[]> beats = Flux.interval(BEAT, timer).onBackpressureDrop().map(beat -> EMPTY);
            return Answer.stream(Flux.concat(Flux.just(EMPTY), Flux.merge(1, lines, beats)), "application/json")
                    .with("Cache-Control", "no-cache");
        });
    }

    private static byte @org.jspecify.annotations.Nullable [] line(
            Request request, List<Wanted> wanted, ClusterEvent.Batch batch) {
        List<Object> events = batch.events().stream()
                .filter(event -> event.namespace().isEmpty() || Reads.isIn(request, event.namespace()))
                .filter(event -> wanted.stream().anyMatch(one -> one.fits(event)))
                .map(EventsApi::json)
                .toList();
        if (events.isEmpty()) {
            return null;
        }
        String line = Json.server().writeValueAsString(JsonMap.of("Index", batch.index(), "Events", events)) + "\n";
        return line.getBytes(StandardCharsets.UTF_8);
    }

    private static Object json(ClusterEvent event) {
        boolean whole = event.topic().equals("Allocation") || event.topic().equals("Evaluation");
        Object payload = whole ? Stubs.whole(event.payload()) : event.payload();
        return JsonMap.of(
                "Topic", event.topic(),
                "Type", event.type(),
                "Key", event.key(),
                "Namespace", event.namespace(),
                "FilterKeys", event.filterKeys(),
                "Index", event.index(),
                "Payload", JsonMap.of(event.topic(), payload));
    }

    private static List<Wanted> wanted(Request request) {
        List<Wanted> wanted = new ArrayList<>();
        for (String topic : request.query().all("topic")) {
            String[] parts = topic.split(":", -1);
            if (parts.length > 2) {
                throw new HttpError(
                        400,
                        "Invalid topic query: error parsing topics: Invalid key value pair for topic, topic: " + topic);
            }
            wanted.add(new Wanted(parts[0], parts.length == 1 ? "*" : parts[1]));
        }
        return wanted.isEmpty() ? List.of(new Wanted("*", "*")) : wanted;
    }

    /** One topic with one key, each of which may be a star for all. */
    private record Wanted(String topic, String key) {
        boolean fits(ClusterEvent event) {
            boolean topicFits = topic.equals("*") || topic.equals(event.topic());
            return topicFits
                    && (key.equals("*")
                            || key.equals(event.key())
                            || event.filterKeys() != null && event.filterKeys().contains(key));
        }
    }
}
