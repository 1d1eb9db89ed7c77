package io.outrider.drivers.logs.drain;

import io.outrider.drivers.logs.LogDrain;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.files.StreamPaths;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * A drain in this JVM, for {@code outrider run} and small embedded agents. While it is not there tasks stand still once
 * their pipe is full; nothing is lost.
 */
public final class InProcessDrain implements LogDrain {

    private final DrainCore core;
    private final Clock clock;
    private final Scheduler scheduler;
    private final AtomicLong marks = new AtomicLong();

    private InProcessDrain(DrainCore core, Clock clock, Scheduler scheduler) {
        this.core = core;
        this.clock = clock;
        this.scheduler = scheduler;
    }

    /**
     * Starts it: two threads.
     *
     * @param scheduler where answers are given, so that callers do not work on the drain's threads
     */
    public static InProcessDrain start(DrainNotices notices, Clock clock, Scheduler scheduler) {
        return new InProcessDrain(new DrainCore(notices, clock).start(), clock, scheduler);
    }

    @Override
    public Mono<LogFifos> attach(LogSource source) {
        return once(() -> core.attach(source)).thenReturn(StreamPaths.fifos(source));
    }

    @Override
    public Mono<Void> mark(LogSource source) {
        return once(() -> core.mark(source, clock.millis() ^ marks.incrementAndGet() << Integer.SIZE));
    }

    @Override
    public Mono<Void> settle(LogSource source) {
        return once(() -> core.settle(source));
    }

    @Override
    public Mono<Void> detach(LogSource source) {
        return once(() -> core.detach(source));
    }

    @Override
    public Mono<Void> close() {
        return once(core::end);
    }

    // Cancel gives up the answer, not the work.
    private Mono<Void> once(Supplier<CompletableFuture<Void>> work) {
        // Off the drain's loops.
        return Mono.fromFuture(work, true).publishOn(scheduler);
    }
}
