package io.outrider.drivers.logs.drain;

import io.outrider.drivers.logs.files.SegmentWriter;
import io.outrider.drivers.posix.EpollLoop;
import io.outrider.drivers.posix.Fd;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Moves one FIFO into its segments. Bytes go by splice and are at every moment either in the pipe or in a segment. Near
 * the end of a segment it looks ahead for the end of a line to break at. When the disk refuses bytes it leaves them in
 * the pipe, which in time holds up the task, and tries again. All on the loop's thread.
 */
final class StreamDrain {

    private static final long MAX_AT_ONCE = 1 << 20;
    /** One task that floods must not keep the others of the loop waiting. */
    private static final long MAX_PER_TURN = 4 << 20;

    private static final long LOOK_AHEAD = 32 * 1024;
    private static final int LATE_PERCENT = 6;
    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration SLOWEST_RETRY = Duration.ofSeconds(5);

    private final String name;
    private final Fd fifo;
    private final SegmentWriter writer;
    private final DrainLoop loop;
    private final DrainNotices notices;
    private final Queue<Settling> settlings = new ArrayDeque<>();
    private EpollLoop.@Nullable Registration watch;
    private EpollLoop.@Nullable Registration retry;
    private Duration retryAfter = FIRST_RETRY;
    private volatile @Nullable String stall;
    private boolean segmentDone;
    private long moved;

    StreamDrain(String name, Fd fifo, SegmentWriter writer, DrainLoop loop, DrainNotices notices) {
        this.name = name;
        this.fifo = fifo;
        this.writer = writer;
        this.loop = loop;
        this.notices = notices;
    }

    void start() {
        watch = loop.epoll().register(fifo, EpollLoop.IN, this::ready);
    }

    SegmentWriter writer() {
        return writer;
    }

    String name() {
        return name;
    }

    /** Why nothing moves; null while all is well. From any thread. */
    @Nullable
    String stall() {
        return stall;
    }

    /** Bytes that wait in the pipe. */
    int waiting() {
        return fifo.available();
    }

    /** Completes when all that is in the pipe now is in segments. */
    CompletableFuture<Void> settle() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        settlings.add(new Settling(moved + fifo.available(), done));
        tellSettled();
        return done;
    }

    /** Lets go of everything; what waits for {@link #settle} gets an error. */
    void close() {
        if (watch != null) {
            watch.cancel();
        }
        if (retry != null) {
            retry.cancel();
        }
        fifo.close();
        writer.close();
        List<Settling> unsettled = new ArrayList<>(settlings);
        settlings.clear();
        unsettled.forEach(settling -> settling.done.completeExceptionally(
                new DrainException("the drain let go of " + name + " before all of it was stored")));
    }

    private void ready(int events) {
        try {
            pump();
            goOn();
        } catch (RuntimeException e) {
            standStill(e);
        }
        tellSettled();
    }

    private void pump() {
        long turn = 0;
        long step = 0;
        while (step >= 0 && turn < MAX_PER_TURN) {
            step = step();
            long done = Math.max(step, 0);
            moved += done;
            turn += done;
        }
    }

    // Moves some bytes: how many, or WOULD_BLOCK. 0 means that there may be more to do.
    private long step() {
        if (segmentDone || writer.room() <= 0) {
            writer.rotate();
            segmentDone = false;
        }
        long size = writer.limits().maxFileBytes();
        long room = writer.room();
        long free = room - Math.max(LOOK_AHEAD, size * LATE_PERCENT / 100);
        return free > 0 ? writer.move(fifo, Math.min(free, MAX_AT_ONCE)) : nearEnd(room, size);
    }

    private long nearEnd(long room, long size) {
        int seen = loop.peek().copy(fifo, room);
        if (seen == 0) {
            return Fd.WOULD_BLOCK;
        }
        boolean full = seen == room;
        boolean late = room - seen <= size * LATE_PERCENT / 100;
        int lines = loop.peek().lines(seen);
        if ((full || late) && lines > 0) {
            long got = writer.move(fifo, lines);
            segmentDone = got == lines;
            return got;
        }
        if (full && !writer.isSegmentEmpty() && writer.atLineStart()) {
            // The next line does not fit: it begins the next segment.
            segmentDone = true;
            return 0;
        }
        return writer.move(fifo, seen);
    }

    private void standStill(RuntimeException cause) {
        EpollLoop.Registration watching = watch;
        if (watching != null) {
            loop.epoll().modify(watching, 0);
        }
        if (stall == null) {
            stall = String.valueOf(cause.getMessage());
            notices.stalled(name, String.valueOf(cause.getMessage()));
        }
        retry = loop.epoll().after(retryAfter, () -> ready(EpollLoop.IN));
        Duration doubled = retryAfter.multipliedBy(2);
        retryAfter = doubled.compareTo(SLOWEST_RETRY) < 0 ? doubled : SLOWEST_RETRY;
    }

    private void goOn() {
        EpollLoop.Registration watching = watch;
        if (stall != null && watching != null) {
            loop.epoll().modify(watching, EpollLoop.IN);
            stall = null;
            retryAfter = FIRST_RETRY;
            notices.resumed(name);
        }
    }

    private void tellSettled() {
        for (Settling next = settlings.peek(); next != null && next.target <= moved; next = settlings.peek()) {
            settlings.poll();
            next.done.complete(null);
        }
    }

    /** Somebody who waits until so many bytes have been moved. */
    private static final class Settling {
        private final long target;
        private final CompletableFuture<Void> done;

        Settling(long target, CompletableFuture<Void> done) {
            this.target = target;
            this.done = done;
        }
    }
}
