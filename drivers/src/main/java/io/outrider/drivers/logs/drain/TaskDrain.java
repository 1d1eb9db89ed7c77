package io.outrider.drivers.logs.drain;

import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.files.SegmentLimits;
import io.outrider.drivers.logs.files.SegmentWriter;
import io.outrider.drivers.logs.files.StreamPaths;
import io.outrider.drivers.posix.EpollLoop;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Both streams of one task. All on the loop's thread but {@link #status}. */
final class TaskDrain {

    private static final int FIFO_MODE = 0600;
    private static final int PIPE_BYTES = 1 << 20;
    private static final List<String> FDS = List.of("stdout", "stderr");
    /** How long the end of a task waits for a disk that refuses its last bytes. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration RETRY = Duration.ofMillis(250);

    private final DrainLoop loop;
    private final DrainNotices notices;
    private final Clock clock;
    private volatile List<StreamDrain> streams = List.of();
    private volatile @Nullable LogSource attached;
    private @Nullable CompletableFuture<Void> detaching;

    TaskDrain(DrainLoop loop, DrainNotices notices, Clock clock) {
        this.loop = loop;
        this.notices = notices;
        this.clock = clock;
    }

    DrainLoop loop() {
        return loop;
    }

    boolean isAttached() {
        return attached != null;
    }

    void attach(LogSource source) {
        SegmentLimits limits = new SegmentLimits(source.maxFiles(), source.maxFileBytes());
        if (attached == null) {
            open(source, limits);
        }
        streams.forEach(stream -> stream.writer().limits(limits));
        attached = source;
    }

    CompletableFuture<Void> mark(LogSource source, long nonce) {
        requireAttached(source);
        List<CompletableFuture<Void>> marked = new ArrayList<>();
        for (StreamDrain stream : streams) {
            marked.add(stream.settle().thenRun(() -> stream.writer().restart(nonce)));
        }
        return all(marked);
    }

    CompletableFuture<Void> settle(LogSource source) {
        requireAttached(source);
        List<CompletableFuture<Void>> settled = new ArrayList<>();
        streams.forEach(stream -> settled.add(stream.settle()));
        return all(settled);
    }

    /** Ends both streams, also those of a task that another drain collected from. */
    CompletableFuture<Void> detach(LogSource source) {
        if (attached == null && !leftOpen(source)) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> running = detaching;
        if (running != null) {
            return running;
        }
        attach(source);
        CompletableFuture<Void> done = new CompletableFuture<>();
        detaching = done;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        CompletableFuture<Void> settled = settle(source);
        EpollLoop.Registration patience =
                loop.epoll().after(PATIENCE, () -> settled.completeExceptionally(new DrainException(lost())));
        settled.whenComplete((nothing, error) -> {
            patience.cancel();
            finish(source, new Ending(done, deadline, error));
        });
        return done;
    }

    void close() {
        streams.forEach(StreamDrain::close);
        streams = List.of();
        attached = null;
        CompletableFuture<Void> unfinished = detaching;
        detaching = null;
        if (unfinished != null) {
            unfinished.completeExceptionally(new DrainException("the drain was closed before the log had ended"));
        }
    }

    Optional<SourceStatus> status() {
        LogSource source = attached;
        if (source == null) {
            return Optional.empty();
        }
        Optional<String> stall = streams.stream()
                .filter(stream -> stream.stall() != null)
                .map(stream -> stream.name() + ": " + stream.stall())
                .findFirst();
        return Optional.of(new SourceStatus(source, stall));
    }

    private void finish(LogSource source, Ending ending) {
        if (streams.isEmpty()) {
            // The drain was closed meanwhile.
            ending.tell(null);
            return;
        }
        try {
            for (String fd : FDS) {
                Files.deleteIfExists(paths(source, fd).fifo());
            }
            streams.forEach(stream -> stream.writer().detach());
            detaching = null;
            close();
            ending.tell(null);
        } catch (PosixException | IOException e) {
            if (System.nanoTime() - ending.deadline < 0) {
                loop.epoll().after(RETRY, () -> finish(source, ending));
                return;
            }
            detaching = null;
            close();
            ending.tell(new DrainException(
                    "cannot end the log of " + source.task() + " in "
                            + source.folders().segments() + ": " + e.getMessage(),
                    e));
        }
    }

    private void open(LogSource source, SegmentLimits limits) {
        List<StreamDrain> opened = new ArrayList<>();
        try {
            for (String fd : FDS) {
                opened.add(open(paths(source, fd), limits));
            }
            opened.forEach(StreamDrain::start);
            opened.forEach(stream -> stream.writer().reattach());
        } catch (RuntimeException e) {
            opened.forEach(StreamDrain::close);
            throw e;
        }
        streams = List.copyOf(opened);
    }

    private StreamDrain open(StreamPaths paths, SegmentLimits limits) {
        SegmentWriter writer = SegmentWriter.open(paths, limits, clock);
        try {
            Fd.makeFifo(paths.fifo(), FIFO_MODE);
            Fd fifo = Fd.openFifo(paths.fifo());
            fifo.mode(FIFO_MODE);
            // Where the user's quota of pipe memory is spent the usual 64 KiB do, only slower.
            fifo.resizePipe(PIPE_BYTES);
            return new StreamDrain(paths.folders().segments() + "/" + paths.name(), fifo, writer, loop, notices);
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private boolean leftOpen(LogSource source) {
        return FDS.stream()
                .map(fd -> paths(source, fd))
                .anyMatch(paths -> paths.fifo().toFile().exists() || paths.isUnended());
    }

    private String lost() {
        StringBuilder text = new StringBuilder("the disk refused the end of the log; not stored:");
        for (StreamDrain stream : streams) {
            text.append(' ').append(stream.waiting()).append(" bytes of ").append(stream.name());
            if (stream.stall() != null) {
                text.append(" (").append(stream.stall()).append(')');
            }
        }
        return text.toString();
    }

    private void requireAttached(LogSource source) {
        if (attached == null) {
            throw new DrainException(
                    "the log of " + source.task() + " in " + source.folders().segments() + " is not attached");
        }
    }

    private static StreamPaths paths(LogSource source, String fd) {
        return StreamPaths.of(source.folders(), source.task(), fd);
    }

    private static CompletableFuture<Void> all(List<CompletableFuture<Void>> parts) {
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new));
    }

    /** An end that is under way; {@code error} is what has gone wrong so far. */
    private record Ending(
            CompletableFuture<Void> done,
            long deadline,
            @Nullable Throwable error) {
        void tell(@Nullable Throwable later) {
            Throwable first = error == null ? later : error;
            if (first == null) {
                done.complete(null);
            } else {
                done.completeExceptionally(first);
            }
        }
    }
}
