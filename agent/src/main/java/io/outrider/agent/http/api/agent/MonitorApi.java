package io.outrider.agent.http.api.agent;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.JsonMap;
import io.outrider.agent.http.message.Query;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.message.Values;
import io.outrider.agent.http.route.Handler;
import io.outrider.agent.monitor.AgentLog;
import io.outrider.state.model.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.slf4j.event.Level;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The agent's log as it is written. */
public final class MonitorApi {

    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final Set<String> LEVELS = Set.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");
    private static final byte[] LIFE = "{}".getBytes(StandardCharsets.US_ASCII);

    private final Optional<AgentLog> log;
    private final Self self;
    private final Scheduler timer;

    /** @param timer for heartbeats, and delivers what is logged */
    public MonitorApi(Optional<AgentLog> log, Self self, Scheduler timer) {
        this.log = log;
        this.self = self;
        this.timer = timer;
    }

    /**
     * Whose log it is.
     *
     * @param node whether that is the ID of its node
     * @param server whether that names its server
     */
    public record Self(Predicate<String> node, Predicate<String> server) {}

    /** {@code /v1/agent/monitor}. */
    public Mono<Answer> handle(Request request) {
        return Handler.get(this::lines).handle(request);
    }

    private Mono<Answer> lines(Request request) {
        return Mono.defer(() -> {
            Query query = request.query();
            Level level = level(query.get("log_level"));
            boolean json = flag(query, "log_json", "log json");
            boolean plain = flag(query, "plain", "plain");
            LogText text = new LogText(json, flag(query, "log_include_location", "log_include_location"));
            checkTarget(query.get("node_id"), query.get("server_id"));
            if (log.isEmpty()) {
                return Handler.missing("the log that the program around the agent chose")
                        .handle(request);
            }
            Flux<byte[]> lines = log.get().lines(level, timer).map(text::of);
            return Mono.just(
                    plain ? Answer.stream(lines, "text/plain") : Answer.stream(framed(lines), "application/json"));
        });
    }

    private static Level level(String text) {
        String name = text.isEmpty() ? "INFO" : text.toUpperCase(Locale.ROOT);
        if (!LEVELS.contains(name)) {
            throw new HttpError(400, "Unknown log level: " + text);
        }
        return Level.valueOf(name);
    }

    private static boolean flag(Query query, String name, String shown) {
        String text = query.get(name);
        return !text.isEmpty()
                && Values.truth(text)
                        .orElseThrow(
                                () -> new HttpError(400, "Unknown option for " + shown + ": " + Values.noTruth(text)));
    }

    private void checkTarget(String node, String server) {
        if (!node.isEmpty() && !server.isEmpty()) {
            throw new HttpError(400, "Cannot target node and server simultaneously");
        }
        if (!node.isEmpty() && !self.node().test(node)) {
            throw new HttpError(500, "RPC Error:: 404,Unknown node \"" + node + "\"").typed("application/json");
        }
        if (!server.isEmpty() && !self.server().test(server)) {
            throw new HttpError(400, "unknown Nomad server " + server).typed("application/json");
        }
    }

    private Flux<byte[]> framed(Flux<byte[]> lines) {
        AtomicBoolean spoke = new AtomicBoolean();
        Flux<byte[]> beats = Flux.interval(BEAT, timer)
                .onBackpressureDrop()
                .filter(beat -> !spoke.getAndSet(false))
                .map(beat -> LIFE.clone());
        Flux<byte[]> frames = lines.map(
                        line -> Json.mapper().writeValueAsBytes(JsonMap.of("Data", line, "FileEvent", "log")))
                .doOnNext(frame -> spoke.set(true));
        return Flux.merge(1, frames, beats);
    }
}
