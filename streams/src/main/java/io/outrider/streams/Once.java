package io.outrider.streams;

import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * One outcome that is set once and seen by any number of subscribers, early or late. Safe from any thread; the first
 * setter wins. Waiting subscribers are told on the setter's thread. Memory: one entry per waiting subscriber, gone when
 * it cancels.
 */
public final class Once<T> {

    private final AtomicBoolean taken = new AtomicBoolean();
    private final Sinks.One<T> sink = Sinks.unsafe().one();

    /** Sets the value; false if an outcome stands already, which stays. */
    public boolean set(T value) {
        return taken.compareAndSet(false, true) && sink.tryEmitValue(value).isSuccess();
    }

    /** Ends without a value, for plain signals; false if an outcome stands already. */
    public boolean complete() {
        return taken.compareAndSet(false, true) && sink.tryEmitEmpty().isSuccess();
    }

    /** Ends with an error; false if an outcome stands already. */
    public boolean fail(Throwable error) {
        return taken.compareAndSet(false, true) && sink.tryEmitError(error).isSuccess();
    }

    /** True as soon as somebody has begun to set the outcome. */
    public boolean isSet() {
        return taken.get();
    }

    /** The outcome, now or when it is there. Cancelling takes only this subscriber away. */
    public Mono<T> value() {
        return sink.asMono();
    }
}
