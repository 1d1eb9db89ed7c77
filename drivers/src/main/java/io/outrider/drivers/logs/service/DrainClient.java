package io.outrider.drivers.logs.service;

import io.outrider.drivers.logs.LogDrain;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.drain.DrainException;
import io.outrider.drivers.logs.drain.DrainNotices;
import io.outrider.drivers.logs.drain.SourceStatus;
import io.outrider.drivers.logs.files.StreamPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The drain that is a process of its own: found by its socket, started where there is none, replaced where it is of
 * another version or does not answer. When it dies a new one is started, collects from the same tasks, and gets again
 * what was not answered: callers notice nothing but the time. Requests fail after the configured timeout.
 */
public final class DrainClient implements LogDrain {

    private final DrainConfig config;
    private final Scheduler scheduler;
    private final DrainLink link;
    private final SecureRandom random = new SecureRandom();

    private DrainClient(DrainConfig config, Scheduler scheduler, DrainLink link) {
        this.config = config;
        this.scheduler = scheduler;
        this.link = link;
    }

    /**
     * Starts a thread that finds or starts the drain when it is first needed.
     *
     * @param scheduler for blocking work, and for timeouts
     */
    public static DrainClient start(DrainConfig config, Scheduler scheduler, DrainNotices notices) {
        DrainLink link = new DrainLink(new DrainDoor(config, scheduler), scheduler, notices).start();
        return new DrainClient(config, scheduler, link);
    }

    @Override
    public Mono<Void> ready() {
        return answer("answer", id -> Frame.of(Frame.LIST, id)).then();
    }

    @Override
    public Mono<LogFifos> attach(LogSource source) {
        return request("attach", source, id -> Frame.ofSource(Frame.ATTACH, id, source, 0))
                .thenReturn(StreamPaths.fifos(source));
    }

    @Override
    public Mono<Void> mark(LogSource source) {
        return Mono.defer(() -> {
            long nonce = random.nextLong();
            return request("mark", source, id -> Frame.ofSource(Frame.MARK, id, source, nonce))
                    .then();
        });
    }

    @Override
    public Mono<Void> settle(LogSource source) {
        return request("settle", source, id -> Frame.ofSource(Frame.SETTLE, id, source, 0))
                .then();
    }

    @Override
    public Mono<Void> detach(LogSource source) {
        return request("detach", source, id -> Frame.ofSource(Frame.DETACH, id, source, 0))
                .then();
    }

    /** The tasks that the drain collects from, of this agent or of one before it, and how they fare. */
    public Mono<List<SourceStatus>> sources() {
        return answer("list", id -> Frame.of(Frame.LIST, id)).map(DrainClient::list);
    }

    /** Ends the drain process too; tasks go on, and stand still once their pipes are full. For uninstalling. */
    public Mono<Void> quit() {
        return answer("quit", id -> Frame.of(Frame.QUIT, id)).then();
    }

    @Override
    public Mono<Void> close() {
        return Mono.<Void>fromRunnable(link::close).subscribeOn(scheduler);
    }

    private Mono<Frame> request(String what, LogSource source, LongFunction<Frame> frame) {
        return answer(
                what + " the log of " + source.task() + " in "
                        + source.folders().segments(),
                frame);
    }

    private Mono<Frame> answer(String what, LongFunction<Frame> frame) {
        return Mono.fromFuture(() -> link.request(frame))
                .subscribeOn(scheduler)
                // Answers come on the link's thread, which must stay free for the next.
                .publishOn(scheduler)
                .timeout(config.requestTimeout(), scheduler)
                .onErrorMap(TimeoutException.class, e -> noAnswer(what));
    }

    private static List<SourceStatus> list(Frame answer) {
        try {
            return answer.list();
        } catch (IOException e) {
            throw new UncheckedIOException("the log drain's answer makes no sense: " + e.getMessage(), e);
        }
    }

    private DrainException noAnswer(String what) {
        link.suspect();
        Duration waited = config.requestTimeout();
        return new DrainException(
                "the log drain did not " + what + " within " + waited.toSeconds() + " s, see " + config.log());
    }
}
