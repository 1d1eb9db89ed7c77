package io.outrider.drivers.process;

import io.outrider.drivers.posix.EpollLoop;
import io.outrider.drivers.posix.Fd;
import io.outrider.streams.Once;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A pipe that a command prints into, and the end of what came. The loop reads it: however long the command takes, no
 * thread waits for it. Safe from any thread; all that changes does so on the loop's.
 */
final class PipeTail {

    /** What is kept. */
    private static final int TAIL_BYTES = 4096;

    /** What is read at once: other descriptors have their turn in between. */
    private static final int READ_BYTES = 16 * 1024;

    /** What {@link #end} still reads of what is there: a pipe holds no more, unless somebody fills it meanwhile. */
    private static final int LAST_READS = 64;

    private final EpollLoop loop;
    private final Fd out;
    private final Fd in;
    private final Once<byte[]> text = new Once<>();
    private final byte[] ring = new byte[TAIL_BYTES + READ_BYTES];
    private int used;
    private EpollLoop.@Nullable Registration watch;

    private PipeTail(EpollLoop loop, Fd[] pipe) {
        this.loop = loop;
        this.out = pipe[0];
        this.in = pipe[1];
    }

    /** A new pipe, which {@link #end} closes. */
    static PipeTail open(EpollLoop loop) {
        return new PipeTail(loop, Fd.pipe());
    }

    /** Where the command is to print to; good until {@link #begin}. */
    ProcessBuilder.Redirect target() {
        return ProcessBuilder.Redirect.to(in.path().toFile());
    }

    /** Reads from now on: the command has its own end of the pipe by now, or was never started. */
    void begin() {
        in.close();
        onLoop(() -> watch = loop.register(out, EpollLoop.IN, events -> {
            if (readOnce() == 0) {
                finish();
            }
        }));
    }

    /** The tail, once all who could print have gone or {@link #end} was called. */
    Mono<byte[]> text() {
        return text.value();
    }

    /** What has been printed until now is all; idempotent. */
    void end() {
        in.close();
        onLoop(() -> {
            if (!text.isSet()) {
                readWhatIsThere();
                finish();
            }
        });
    }

    private void onLoop(Runnable step) {
        if (!loop.execute(step)) {
            // A closed loop reads nothing any more.
            out.close();
            text.set(new byte[0]);
        }
    }

    private void readWhatIsThere() {
        int got = 1;
        for (int i = 0; i < LAST_READS && got > 0; i++) {
            got = readOnce();
        }
    }

    private int readOnce() {
        byte[] buffer = new byte[READ_BYTES];
        int got = out.read(buffer);
        if (got > 0) {
            keep(buffer, got);
        }
        return got;
    }

    private void keep(byte[] buffer, int got) {
        int older = Math.min(used, TAIL_BYTES);
        System.arraycopy(ring, used - older, ring, 0, older);
        System.arraycopy(buffer, 0, ring, older, got);
        used = older + got;
    }

    private void finish() {
        if (watch != null) {
            watch.cancel();
        }
        out.close();
        text.set(Arrays.copyOfRange(ring, Math.max(0, used - TAIL_BYTES), used));
    }
}
