package io.outrider.drivers.procfs;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all processes that several may share: a hundred tasks that end together need not read all of /proc a hundred
 * times. Thread-safe; blocks.
 */
public final class SharedLooks {

    private final AtomicInteger waiting = new AtomicInteger();
    private @Nullable ProcTable newest;
    private long begunNanos;

    /** A look that began after this call did, or at the same moment. */
    public ProcTable look() {
        long asked = System.nanoTime();
        waiting.incrementAndGet();
        synchronized (this) {
            ProcTable known = newest;
            if (known == null || begunNanos - asked < 0) {
                begunNanos = System.nanoTime();
                known = ProcTable.scan();
            }
            // Kept only for those who are here already.
            newest = waiting.decrementAndGet() == 0 ? null : known;
            return known;
        }
    }
}
