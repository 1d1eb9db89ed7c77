package io.outrider.agent.cli.run;

import io.outrider.agent.LogQuery;
import io.outrider.agent.NodeAgent;
import io.outrider.agent.cli.output.LineSplitter;
import io.outrider.agent.cli.output.RunOutput;
import io.outrider.agent.cli.output.TaskRef;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogStore.Fd;
import java.util.Locale;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One stream of one task as steps that show it, from its first byte to its end. */
final class ShownLog {

    private final TaskRef task;
    private final Fd fd;
    private final RunOutput output;
    private final Shown shown;
    private final LineSplitter splitter;
    private long next;
    private boolean ended;

    ShownLog(TaskRef task, Fd fd, RunOutput output, Shown shown) {
        this.task = task;
        this.fd = fd;
        this.output = output;
        this.shown = shown;
        this.splitter = new LineSplitter(fd.name().toLowerCase(Locale.ROOT));
    }

    /**
     * Completes behind the last byte, however long its reader takes. A log that gets no end though its task is over is
     * given up some time after everything in it was shown; if it held anything, the reader is told.
     */
    Flux<Runnable> steps(NodeAgent agent, Mono<?> over) {
        return agent.logs(new LogQuery(task.allocId(), task.task(), fd, 0, true))
                .takeUntilOther(over.then(Mono.defer(() -> shown.stoodStill(task, fd))))
                .map(item -> (Runnable) () -> show(item))
                .concatWith(Mono.just(this::finish));
    }

    private void show(LogItem item) {
        if (item instanceof LogItem.Data data) {
            splitter.take(data.offset(), data.bytes()).forEach(line -> output.line(task, line));
            upTo(data.offset() + data.bytes().length);
            return;
        }
        splitter.flush().forEach(line -> output.line(task, line));
        if (item instanceof LogItem.Gap gap) {
            output.gap(Optional.of(task), splitter.stream(), "bytes " + gap.from() + " to " + gap.to());
            upTo(gap.to());
        } else if (item instanceof LogItem.End end) {
            ended = true;
            upTo(end.offset());
        }
    }

    private void finish() {
        splitter.flush().forEach(line -> output.line(task, line));
        if (!ended && next > 0) {
            output.gap(
                    Optional.of(task), splitter.stream(), "whatever came after byte " + next + ": it was not stored");
        }
    }

    private void upTo(long offset) {
        next = offset;
        shown.upTo(task, fd, offset);
    }
}
