package io.outrider.agent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The parts of an agent in the order in which they start. Stops go the other way round and only to parts whose start
 * was begun; each is tried, the first failure is kept and the others are added to it as suppressed. Not for concurrent
 * use: the agent starts once and closes once.
 */
final class StartList {

    private final List<Part> parts;
    private final Deque<Part> begun = new ArrayDeque<>();

    StartList(List<Part> parts) {
        this.parts = List.copyOf(parts);
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
        return Mono.defer(part.stop())
                .onErrorResume(error -> Mono.fromRunnable(() -> failures.add(error)))
                .then(Mono.defer(() -> stopNext(failures)));
    }

    /**
     * One part.
     *
     * @param name for messages
     * @param start subscribed once, in order
     * @param stop subscribed at most once, in reverse order, also after a failed start
     */
    record Part(String name, Supplier<Mono<Void>> start, Supplier<Mono<Void>> stop) {}

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
