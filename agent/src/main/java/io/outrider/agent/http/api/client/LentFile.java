package io.outrider.agent.http.api.client;

import io.outrider.drivers.posix.Fd;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * A file that was opened for an answer and belongs to nobody until the answer is sent: whoever asked may go at any
 * moment between. Safe from any thread.
 */
final class LentFile {

    private @Nullable Fd file;
    private boolean busy;
    private boolean over;

    /** Works with it on this thread; what was held is closed behind that if the work failed or nobody waits by then. */
    <T> T use(Function<LentFile, T> work) {
        begin();
        try {
            return work.apply(this);
        } finally {
            end();
        }
    }

    private synchronized void begin() {
        busy = true;
    }

    private synchronized void end() {
        busy = false;
        if (over) {
            close();
        }
    }

    /** Takes care of it. */
    synchronized Fd hold(Fd opened) {
        file = opened;
        return opened;
    }

    /** What is held. */
    synchronized Fd file() {
        return Objects.requireNonNull(file, "file");
    }

    /** Parts of the file; their subscriber closes it. There are none when it was given up. */
    <T> Flux<T> taken(Function<Fd, Flux<T>> parts) {
        return Flux.defer(() -> {
            Fd taken = take();
            return taken == null ? Flux.empty() : parts.apply(taken);
        });
    }

    private synchronized @Nullable Fd take() {
        Fd taken = over ? null : file;
        file = null;
        return taken;
    }

    /** Closes it, unless somebody has taken it; not while it is used. */
    synchronized void giveUp() {
        over = true;
        if (!busy) {
            close();
        }
    }

    private void close() {
        Fd held = file;
        file = null;
        if (held != null) {
            held.close();
        }
    }
}
