package io.outrider.streams;

import java.util.Optional;
import java.util.concurrent.Callable;
import reactor.core.publisher.Mono;

/**
 * Lets steps through that must not be cut in two by a close: once it is closed none begins, and the close waits for
 * those that have begun, which it neither cancels nor interrupts. Safe from any thread.
 */
public final class Passage {

    private final Once<Void> empty = new Once<>();
    private int inside;
    private boolean closed;

    /** Runs {@code step} on the caller's thread and gives its result. Once it is closed: empty, and nothing is run. */
    public <T> Optional<T> through(Callable<T> step) throws Exception {
        if (!enter()) {
            return Optional.empty();
        }
        try {
            return Optional.of(step.call());
        } finally {
            leave();
        }
    }

    /** Closes it and completes when the last step inside has ended. Closes with the first subscriber; idempotent. */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            refuse();
            return empty.value();
        });
    }

    private synchronized boolean enter() {
        if (!closed) {
            inside++;
        }
        return !closed;
    }

    private void leave() {
        boolean last;
        synchronized (this) {
            inside--;
            last = closed && inside == 0;
        }
        if (last) {
            empty.complete();
        }
    }

    private void refuse() {
        boolean last;
        synchronized (this) {
            closed = true;
            last = inside == 0;
        }
        if (last) {
            empty.complete();
        }
    }
}
