package io.outrider.agent.local.files;

import io.outrider.drivers.posix.Fd;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Reads an open file in parts, now or as it grows. Each part is read when it is asked for; the end closes the file. */
public final class FileParts {

    private static final int MOST = 64 * 1024;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int POLLS_A_BEAT = 5;

    private final Scheduler io;
    private final Scheduler timer;

    /**
     * @param io for blocking reads
     * @param timer for waits
     */
    public FileParts(Scheduler io, Scheduler timer) {
        this.io = io;
        this.timer = timer;
    }

    /** Up to {@code limit} bytes from {@code offset} on. */
    public Flux<Part> read(Fd file, long offset, long limit) {
        return parts(() -> new Reader(file, offset, limit), false);
    }

    /** Everything from {@code offset} on and what is added; ends only when the file is deleted. */
    public Flux<Part> follow(Fd file, long offset) {
        return parts(() -> new Reader(file, offset, Long.MAX_VALUE), true);
    }

    private Flux<Part> parts(Callable<Reader> made, boolean follow) {
        return Flux.using(made, reader -> parts(reader, follow), Reader::close);
    }

    private Flux<Part> parts(Reader reader, boolean follow) {
        return Mono.defer(() -> Mono.fromCallable(() -> reader.next(follow)).subscribeOn(io))
                .flatMap(part ->
                        part == Part.NOTHING ? Mono.<Part>empty().delaySubscription(POLL, timer) : Mono.just(part))
                .repeat(() -> !reader.done);
    }

    /**
     * A part of a file, or what became of it.
     *
     * @param kind what this is
     * @param end offset behind it
     * @param bytes what was read
     */
    public record Part(Kind kind, long end, byte[] bytes) {
        private static final byte[] NO_BYTES = {};
        private static final Part NOTHING = new Part(Kind.BEAT, 0, NO_BYTES);
        private static final Part BEAT = new Part(Kind.BEAT, 0, NO_BYTES);
    }

    /** Kinds of parts. */
    public enum Kind {
        /** Bytes. */
        DATA,
        /** Bytes from the beginning of a file that was cut. */
        TRUNCATED,
        /** The file is gone; the last part. */
        DELETED,
        /** Nothing for a second. */
        BEAT
    }

    private enum State {
        IDLE,
        READING,
        CLOSED
    }

    /** Of one subscriber; its calls come one after the other. */
    private static final class Reader {
        private final Fd file;
        private final byte[] buffer = new byte[MOST];
        private long offset;
        private long left;
        private int silent;
        private boolean cut;
        private volatile boolean done;
        private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

        Reader(Fd file, long offset, long limit) {
            this.file = file;
            this.offset = offset;
            this.left = limit;
        }

        @Nullable
        Part next(boolean follow) {
            if (!state.compareAndSet(State.IDLE, State.READING)) {
                return null;
            }
            try {
                return look(follow);
            } finally {
                if (!state.compareAndSet(State.READING, State.IDLE)) {
                    file.close();
                }
            }
        }

        private @Nullable Part look(boolean follow) {
            int got = left == 0 ? 0 : file.readAt(buffer, (int) Math.min(MOST, left), offset);
            if (got > 0) {
                return data(got);
            }
            if (!follow) {
                done = true;
                return null;
            }
            long size = file.facts().size();
            if (size < offset) {
                offset = 0;
                cut = true;
                return Part.NOTHING;
            }
            if (file.facts().links() == 0) {
                done = true;
                return new Part(Kind.DELETED, offset, Part.NO_BYTES);
            }
            silent++;
            return silent % POLLS_A_BEAT == 0 ? Part.BEAT : Part.NOTHING;
        }

        private Part data(int got) {
            silent = 0;
            offset += got;
            left -= got;
            Kind kind = cut ? Kind.TRUNCATED : Kind.DATA;
            cut = false;
            return new Part(kind, offset, Arrays.copyOf(buffer, got));
        }

        /** A read that runs now may hang on its disk, the caller must not: then the reader's thread closes. */
        void close() {
            if (state.getAndSet(State.CLOSED) == State.IDLE) {
                file.close();
            }
        }
    }
}
