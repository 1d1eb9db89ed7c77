package io.outrider.agent.http.api.read;

import io.outrider.agent.http.message.Answer;
import io.outrider.agent.http.message.HttpError;
import io.outrider.agent.http.message.Query;
import io.outrider.agent.http.message.Request;
import io.outrider.agent.http.message.Values;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.agent.standalone.state.ClusterState;
import io.outrider.state.model.GoDuration;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Answers reads of cluster data: at once, or, with an index, when what is asked for has changed since, or the time is
 * over. A read that waits holds no thread and nothing but its request.
 */
public final class Reads {

    private static final Duration LONGEST = Duration.ofSeconds(300);
    private static final int JITTER_PARTS = 16;

    private final ControlPlane plane;
    private final String region;
    private final Scheduler timer;
    private final Scheduler answers;
    private final Supplier<RandomGenerator> random;

    /**
     * @param region the only one that there is
     * @param timer for waits
     * @param answers works out what those get that have waited
     * @param random spreads their ends
     */
    public Reads(
            ControlPlane plane, String region, Scheduler timer, Scheduler answers, Supplier<RandomGenerator> random) {
        this.plane = plane;
        this.region = region;
        this.timer = timer;
        this.answers = answers;
        this.random = random;
    }

    /** The newest durable state. */
    public ClusterState now() {
        return plane.snapshot();
    }

    /** The control plane. */
    public ControlPlane plane() {
        return plane;
    }

    /** The namespace that a request is about. */
    public static String namespace(Request request) {
        String name = request.query().get("namespace");
        return name.isEmpty() ? "default" : name;
    }

    /** Whether something in a namespace is asked for. */
    public static boolean isIn(Request request, String namespace) {
        String wanted = namespace(request);
        return wanted.equals("*") || wanted.equals(namespace);
    }

    /** Refuses other regions, as every cluster request does. */
    public void checkRegion(Request request) {
        String wanted = request.query().get("region");
        if (!wanted.isEmpty() && !wanted.equals(region)) {
            throw new HttpError(500, "No path to region");
        }
    }

    /** The answer when it is due, with its headers. */
    public Mono<Answer> answer(Request request, Look look) {
        return Mono.defer(() -> {
            checkRegion(request);
            checkStale(request.query());
            long seen = index(request.query());
            Duration wait = duration(request.query());
            ClusterState state = plane.snapshot();
            if (seen == 0 || look.index(state) > seen) {
                return Mono.just(complete(state, look));
            }
            return plane.snapshots()
                    .filter(next -> look.index(next) > seen)
                    .next()
                    .timeout(wait, Mono.empty(), timer)
                    .switchIfEmpty(Mono.fromSupplier(plane::snapshot))
                    // Not on the thread that changes the state: the next change would wait for all who read.
                    .publishOn(answers)
                    .map(next -> complete(next, look));
        });
    }

    private static Answer complete(ClusterState state, Look look) {
        return withIndex(look.answer(state), look.index(state))
                .with("X-Nomad-LastContact", "0")
                .with("X-Nomad-KnownLeader", "true");
    }

    /** With the index alone, as writes have it. */
    public static Answer withIndex(Answer answer, long index) {
        return answer.with("X-Nomad-Index", String.valueOf(index));
    }

    private static long index(Query query) {
        String text = query.get("index");
        return text.isEmpty()
                ? 0
                : Values.number(text)
                        .filter(number -> number >= 0)
                        .orElseThrow(() -> new HttpError(400, "Invalid index"));
    }

    private Duration duration(Query query) {
        Duration wait = LONGEST;
        if (!query.get("wait").isEmpty()) {
            wait = Duration.ofNanos(
                    GoDuration.parse(query.get("wait")).orElseThrow(() -> new HttpError(400, "Invalid wait time")));
        }
        Duration bounded = wait.isNegative() || wait.isZero() || wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
        long jitter = bounded.toMillis() / JITTER_PARTS;
        return bounded.plusMillis(jitter == 0 ? 0 : random.get().nextLong(jitter));
    }

    private static void checkStale(Query query) {
        String text = query.get("stale");
        if (!text.isEmpty() && Values.truth(text).isEmpty()) {
            throw new HttpError(400, "Expect `true` or `false` for `stale` query string parameter, got " + text);
        }
    }
}
