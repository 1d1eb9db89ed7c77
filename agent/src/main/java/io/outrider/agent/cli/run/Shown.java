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
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * How far each task's output has been shown. Output and events are two streams: without this, a task's last line could
 * come after the event that says how it ended.
 */
final class Shown {

    /** A terminal that stands still must not hold up the events of others for long. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

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

    /** Completes when what the task has written until now has been shown, or when that takes too long. */
    Mono<Void> caughtUp(TaskRef task) {
        return Flux.just(Fd.STDOUT, Fd.STDERR)
                .concatMap(fd -> caughtUp(new Stream(task, fd)))
                .then()
                .timeout(PATIENCE, Mono.empty(), timer)
                // Whatever is wrong with the log is told by the one who shows it.
                .onErrorComplete();
    }

    private Mono<Void> caughtUp(Stream stream) {
        return agent.logs(new LogQuery(stream.task().allocId(), stream.task().task(), stream.fd(), at(stream), false))
                .ofType(LogItem.End.class)
                .next()
                .flatMap(end -> moves.values()
                        .filter(move -> at(stream) >= end.offset())
                        .next())
                .then();
    }

    private long at(Stream stream) {
        return offsets.getOrDefault(stream, 0L);
    }
}
