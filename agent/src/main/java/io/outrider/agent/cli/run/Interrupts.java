package io.outrider.agent.cli.run;

import io.outrider.streams.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;

/**
 * Counts Ctrl-C, HUP and TERM while it is open. A shutdown hook would see the first only, and the JVM would be half
 * gone by then. One wish may come as two signals: {@code timeout} and terminals send to a process and to its group.
 */
public final class Interrupts implements AutoCloseable {

    /** The same signal within this time is the same wish. */
    private static final Duration ECHO = Duration.ofMillis(500);

    private final AtomicInteger count = new AtomicInteger();
    private final Topic<Integer> presses = Topic.dropOldestReplayLatest(8);
    private final List<Runnable> restore;
    private String lastSignal = "";
    private long lastAt;

    private Interrupts() {
        Signals signals = new Signals();
        restore = Stream.of("INT", "HUP", "TERM")
                .map(name -> signals.on(name, () -> press(name, System.nanoTime())))
                .toList();
    }

    /** Counts from now on. */
    public static Interrupts open() {
        return new Interrupts();
    }

    /** 1, 2, 3 ... as they come; a late subscriber begins with the newest. */
    public Flux<Integer> presses() {
        return presses.values();
    }

    /** How many there have been. */
    public int count() {
        return count.get();
    }

    /** Counts a signal, unless it is the echo of the last that counted. */
    synchronized void press(String signal, long nanos) {
        if (signal.equals(lastSignal) && nanos - lastAt < ECHO.toNanos()) {
            return;
        }
        lastSignal = signal;
        lastAt = nanos;
        press();
    }

    /** Counts one that came in another way, such as the loss of the output. */
    void press() {
        presses.publish(count.incrementAndGet());
    }

    @Override
    public void close() {
        restore.forEach(Runnable::run);
        presses.close();
    }
}
