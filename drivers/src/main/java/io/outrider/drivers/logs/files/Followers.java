package io.outrider.drivers.logs.files;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * Wakes readers that wait for output. It looks at the sizes of their open files: two system calls a look, every 25 ms
 * after output and every 100 ms when idle. A thousand idle followers cost about 3 % of a core (measured), and no timer
 * runs when nobody waits. inotify would be cheaper still, but kernels before 6.5 say nothing about bytes that came by
 * splice, and its watches are a limited good.
 */
final class Followers {

    private static final Duration TICK = Duration.ofMillis(25);
    private static final int SLOWEST_TICKS = 4;

    private final Scheduler scheduler;
    private final Map<LogSubscription, Wait> waiting = new HashMap<>();
    private @Nullable Disposable ticks;

    Followers(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Runs a reader on a thread that may block. */
    void schedule(Runnable reader) {
        scheduler.schedule(reader);
    }

    /** Calls the reader's {@code wakeUp} once, when there is something to read. */
    synchronized void await(LogSubscription reader) {
        waiting.put(reader, new Wait());
        if (ticks == null) {
            ticks = scheduler.schedulePeriodically(this::look, TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    synchronized void forget(LogSubscription reader) {
        waiting.remove(reader);
        restIfIdle();
    }

    private synchronized void look() {
        Iterator<Map.Entry<LogSubscription, Wait>> all = waiting.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<LogSubscription, Wait> next = all.next();
            if (next.getValue().isDue() && next.getKey().changed()) {
                all.remove();
                next.getKey().wakeUp();
            }
        }
        restIfIdle();
    }

    private void restIfIdle() {
        Disposable running = ticks;
        if (waiting.isEmpty() && running != null) {
            running.dispose();
            ticks = null;
        }
    }

    /** Looks at ticks 1, 3, 6, 10, 14 ... of a wait. */
    private static final class Wait {
        private int pause = 1;
        private int left = 1;

        boolean isDue() {
            left--;
            if (left > 0) {
                return false;
            }
            pause = Math.min(pause + 1, SLOWEST_TICKS);
            left = pause;
            return true;
        }
    }
}
