package io.outrider.agent.http.message;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** The body of an answer. */
public sealed interface Content {

    /** Nothing. */
    record None() implements Content {}

    /** A value as JSON, compact or pretty as the request wants it. */
    record Value(@Nullable Object value) implements Content {}

    /** Bytes as they are. */
    record Bytes(byte[] bytes) implements Content {}

    /**
     * Parts that are sent as they come, the next one asked for when the last has gone out. The head goes out with the
     * first: an error before it is still an answer of its own. Never compressed. Cancelled when the client goes.
     */
    record Stream(Flux<byte[]> parts) implements Content {}
}
