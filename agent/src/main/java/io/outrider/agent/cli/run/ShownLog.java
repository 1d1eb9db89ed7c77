package io.outrider.agent.cli.run;

import io.outrider.agent.LogQuery;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.cli.output.LineSplitter;
import io.outrider.agent.cli.output.RunOutput;
import io.outrider.agent.cli.output.TaskRef;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogStore.Fd;
import io.outrider.streams.Once;
import io.outrider.streams.Topic;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** One stream of one task as steps that show it, from its first byte to its end. */
final class ShownLog {

    /** How long a line waits for its end before what there is of it is shown. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final TaskRef task;
    private final Fd fd;
    private final RunOutput output;
    private final Shown shown;
    private final Scheduler timer;
    private final LineSplitter splitter;
    /** Places behind which the stream paused, perhaps within a line. */
    private final Topic<Long> pauses = Topic.latest();

    private final Once<Void> readOut = new Once<>();
    private final Once<Void> shownOut = new Once<>();
    private long next;
    private boolean ended;

    ShownLog(TaskRef task, Fd fd, RunOutput output, Shown shown, Scheduler timer) {
        this.task = task;
        this.fd = fd;
        this.output = output;
        this.shown = shown;
        this.timer = timer;
        this.splitter = new LineSplitter(fd.name().toLowerCase(Locale.ROOT));
    }

    /**
     * Completes behind the last byte, however long its reader takes. A log that gets no end though its task is over is
     * given up some time after everything in it was shown; if it held anything, the reader is told.
     */
    Flux<Runnable> steps(NodeAgent agent, Mono<?> over) {
        Flux<Runnable> read = agent.logs(new LogQuery(task.allocId(), task.task(), fd, 0, true))
                .takeUntilOther(over.then(Mono.defer(() -> shown.stoodStill(task, fd))))
                .map(item -> (Runnable) () -> show(item))
                .doOnTerminate(readOut::complete);
        return Flux.merge(1, read, unfinished(agent)).concatWith(Mono.just(this::finish));
    }

    /** Completes when what the task has written until now has been shown, or nothing more is going to be. */
    Mono<Void> caughtUp() {
        return Mono.firstWithSignal(shown.caughtUp(task, fd), shownOut.value());
    }

    private Flux<Runnable> unfinished(NodeAgent agent) {
        return pauses.values()
                .switchMap(at -> Mono.delay(PAUSE, timer)
                        .filterWhen(tick -> isNewest(agent, at))
                        .map(tick -> (Runnable) () -> pausedAt(at)))
                .takeUntilOther(readOut.value());
    }

    /** Whether the task itself has paused there: what we have not read yet is no pause, however long that takes. */
    private Mono<Boolean> isNewest(NodeAgent agent, long at) {
        return agent.logs(new LogQuery(task.allocId(), task.task(), fd, at, false))
                .next()
                .map(LogItem.End.class::isInstance)
                .onErrorReturn(false);
    }

    private void pausedAt(long at) {
        if (next == at) {
            showHeld();
        }
    }

    /** Shows what there is of a line that waits for its end. Like every step: for the one who runs the steps. */
    void showHeld() {
        splitter.flush().forEach(line -> output.line(task, line));
    }

    private void show(LogItem item) {
        if (item instanceof LogItem.Data data) {
            splitter.take(data.offset(), data.bytes()).forEach(line -> output.line(task, line));
            upTo(data.offset() + data.bytes().length);
            if (splitter.isWithinLine()) {
                pauses.publish(next);
            }
            return;
        }
        showHeld();
        if (item instanceof LogItem.Gap gap) {
            output.gap(Optional.of(task), splitter.stream(), "bytes " + gap.from() + " to " + gap.to());
            upTo(gap.to());
        } else if (item instanceof LogItem.End end) {
            ended = true;
            upTo(end.offset());
        }
    }

    private void finish() {
        showHeld();
        if (!ended && next > 0) {
            output.gap(
                    Optional.of(task), splitter.stream(), "whatever came after byte " + next + ": it was not stored");
        }
        shownOut.complete();
    }

    private void upTo(long offset) {
        next = offset;
        shown.upTo(task, fd, offset);
    }
}
