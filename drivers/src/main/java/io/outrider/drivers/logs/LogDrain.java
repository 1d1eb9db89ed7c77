package io.outrider.drivers.logs;

import reactor.core.publisher.Mono;

/**
 * Moves what tasks write from their FIFOs into segments (design mechanisms 4 and 5). One drain serves all tasks of a
 * node; it may be a process of its own, which outlives the agent and is found again.
 */
public interface LogDrain {

    /**
     * Makes the FIFOs where they are missing and collects from them. Idempotent, also after a restart of the agent or
     * of
     * the drain: the streams go on where they were. Emits when the FIFOs are being read.
     */
    Mono<LogFifos> attach(LogSource source);

    /** Puts a restart marker into both streams of a task, behind all that was written before. */
    Mono<Void> mark(LogSource source);

    /** Completes when all that was written into the FIFOs before this call is in segments. */
    Mono<Void> settle(LogSource source);

    /** Settles, then ends both streams for good: followers see the end. FIFOs are removed. Idempotent. */
    Mono<Void> detach(LogSource source);

    /** Lets go; a drain that is a process of its own lives on while it has FIFOs to read. Idempotent. */
    Mono<Void> close();
}
