package io.outrider.drivers.logs;

import reactor.core.publisher.Mono;

/**
 * Moves what tasks write from their FIFOs into segments (design mechanisms 4 and 5). One drain serves all tasks of a
 * node; it may be a process of its own, which outlives the agent and is found again.
 */
public interface LogDrain {

    /**
     * Completes when there is a drain that answers: one that is a process of its own is found or started. Nobody need
     * wait for it; it spares the first {@link #attach} the time that a process takes to start.
     */
    default Mono<Void> ready() {
        return Mono.empty();
    }

    /**
     * Makes the FIFOs where they are missing and collects from them; what the folder of segments is in must exist.
     * Idempotent, also after a restart of the agent or of the drain: the streams go on where they were, with the limits
     * given now; a detached stream goes on after all. Emits when the FIFOs are being read.
     */
    Mono<LogFifos> attach(LogSource source);

    /** Puts a restart marker into both streams of a task, behind all that was written before. It must be attached. */
    Mono<Void> mark(LogSource source);

    /**
     * Completes when all that was written into the FIFOs before this call is in segments, however fast more comes. On a
     * full disk that is when it has room again: give it a timeout.
     */
    Mono<Void> settle(LogSource source);

    /**
     * Settles, then ends both streams for good: followers see the end. FIFOs are removed. Idempotent, and works for a
     * task that was not attached by this agent. Where the disk refuses the last bytes for ten seconds it fails, says
     * what was not stored, and has let go all the same.
     */
    Mono<Void> detach(LogSource source);

    /** Lets go; a drain that is a process of its own lives on while it has FIFOs to read. Idempotent. */
    Mono<Void> close();
}
