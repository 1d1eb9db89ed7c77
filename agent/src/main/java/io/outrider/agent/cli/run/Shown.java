package io.outrider.agent.cli.run;

import io.outrider.agent.LogQuery;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.cli.output.TaskRef;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogStore.Fd;
import io.outrider.streams.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * How far each task's output has been shown. Output and events are two streams: without this, a task's last line could
 * come after the event that says how it ended.
 */
final class Shown {

    /** How long a log without an end may still grow after its last byte was shown. */
    private static final Duration QUIET = Duration.ofSeconds(5);

    private static final long NOTHING_SEEN = -1;

    private record Stream(TaskRef task, Fd fd) {}

    private final NodeAgent agent;
    private final Scheduler timer;
    private final Map<Stream, Long> offsets = new ConcurrentHashMap<>();
    private final Topic<Long> moves = Topic.latest();

    Shown(NodeAgent agent, Scheduler timer) {
        this.agent = agent;
        this.timer = timer;
        moves.publish(0L);
    }

    /** Everything before {@code offset} has been shown. */
    void upTo(TaskRef task, Fd fd, long offset) {
        offsets.put(new Stream(task, fd), offset);
        moves.publish(offset);
    }

    /** Completes when what the stream holds now has been shown, however long its reader takes. */
    Mono<Void> caughtUp(TaskRef task, Fd fd) {
        // Whatever is wrong with the log is told by the one who shows it.
        return caughtUp(new Stream(task, fd)).onErrorComplete();
    }

    /**
     * Completes when all of a log has been shown, and it neither grew nor ended in some seconds after that: a task that
     * never started has no log to end. Never completes for one that has ended: its reader does by itself.
     */
    Mono<Void> stoodStill(TaskRef task, Fd fd) {
        // Whatever is wrong with the log is told by the one who shows it.
        return stoodStill(new Stream(task, fd), NOTHING_SEEN)
                .onErrorResume(error -> Mono.delay(QUIET, timer).then());
    }

    private Mono<Void> stoodStill(Stream stream, long before) {
        return end(stream).flatMap(end -> {
            if (end.detached()) {
                return Mono.never();
            }
            return end.offset() == before ? Mono.<Void>empty() : quiet(stream, end.offset());
        });
    }

    private Mono<Void> quiet(Stream stream, long end) {
        return reached(stream, end).then(Mono.delay(QUIET, timer)).then(Mono.defer(() -> stoodStill(stream, end)));
    }

    private Mono<Void> caughtUp(Stream stream) {
        return end(stream).flatMap(end -> reached(stream, end.offset()));
    }

    private Mono<Void> reached(Stream stream, long end) {
        return moves.values().filter(move -> at(stream) >= end).next().then();
    }

    /** Where the log ends now; asked from behind every end, so that nothing is read for it. */
    private Mono<LogItem.End> end(Stream stream) {
        LogQuery query =
                new LogQuery(stream.task().allocId(), stream.task().task(), stream.fd(), Long.MAX_VALUE, false);
        return agent.logs(query).ofType(LogItem.End.class).next();
    }

    private long at(Stream stream) {
        return offsets.getOrDefault(stream, 0L);
    }
}
