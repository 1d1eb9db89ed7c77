package io.outrider.agent;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The parts of an agent in the order in which they start. Stops go the other way round and only to parts whose start
 * was begun; each is tried, and left behind when it takes too long. The first failure is kept and the others are added
 * to it as suppressed. Not for concurrent use: the agent starts once and closes once.
 */
final class StartList {

    private final List<Part> parts;
    private final Deque<Part> begun = new ArrayDeque<>();
    private final Duration limit;
    private final Scheduler timer;

    /**
     * @param limit how long the stop of one part may take
     * @param timer watches over it
     */
    StartList(List<Part> parts, Duration limit, Scheduler timer) {
        this.parts = List.copyOf(parts);
        this.limit = limit;
        this.timer = timer;
    }

    /** Starts all; a failure stops what was begun and is then told. */
    Mono<Void> start() {
        return Flux.fromIterable(parts)
                .concatMap(part -> Mono.defer(() -> begin(part)))
                .then()
                .onErrorResume(
                        failure -> stop().onErrorResume(later -> Mono.fromRunnable(() -> failure.addSuppressed(later)))
                                .then(Mono.error(failure)));
    }

    private Mono<Void> begin(Part part) {
        begun.push(part);
        return part.start().get();
    }

    /** Stops what was begun, newest first. */
    Mono<Void> stop() {
        return Mono.defer(() -> stopNext(new Failures()));
    }

    private Mono<Void> stopNext(Failures failures) {
        Part part = begun.poll();
        if (part == null) {
            return failures.end();
        }
        Mono<Void> stopped = Mono.defer(part.stop());
        return (part.endsTimer() ? stopped : stopped.timeout(limit, Mono.error(() -> late(part)), timer))
                .onErrorResume(error -> Mono.fromRunnable(() -> failures.add(error)))
                .then(Mono.defer(() -> stopNext(failures)));
    }

    private AgentException late(Part part) {
        return new AgentException(
                AgentException.Kind.CLOSE_LATE,
                "the agent's part \"" + part.name() + "\" did not close within " + limit.toMillis()
                        + " ms and was left behind");
    }

    /**
     * One part.
     *
     * @param name for messages
     * @param start subscribed once, in order
     * @param stop subscribed at most once, in reverse order, also after a failed start
     * @param endsTimer whether the stop ends the timer too, which then cannot watch over it: it must bound itself
     */
    record Part(String name, Supplier<Mono<Void>> start, Supplier<Mono<Void>> stop, boolean endsTimer) {

        Part(String name, Supplier<Mono<Void>> start, Supplier<Mono<Void>> stop) {
            this(name, start, stop, false);
        }
    }

    private static final class Failures {
        private final Deque<Throwable> all = new ArrayDeque<>();

        void add(Throwable error) {
            all.add(error);
        }

        Mono<Void> end() {
            Throwable first = all.poll();
            if (first == null) {
                return Mono.empty();
            }
            all.forEach(first::addSuppressed);
            return Mono.error(first);
        }
    }
}
