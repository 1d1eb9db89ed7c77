package io.outrider.drivers.logs.service;

import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.drain.DrainException;
import io.outrider.drivers.logs.drain.DrainNotices;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

/**
 * Keeps a connection to a drain for as long as the agent lives. One thread connects, starts drains, and receives. What
 * has no answer when a connection breaks is sent again on the next one, after all attached tasks: every request may be
 * repeated. Who asks never waits for a drain that does not read: its own repair begins with a question.
 */
final class DrainLink {

    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final DrainDoor door;
    private final Scheduler scheduler;
    private final DrainNotices notices;
    private final Object lock = new Object();
    private final Map<Long, Pending> pending = new TreeMap<>();
    private final Map<String, LogSource> attached = new LinkedHashMap<>();
    private @Nullable Outgoing outgoing;
    private long lastId;
    private boolean closed;

    DrainLink(DrainDoor door, Scheduler scheduler, DrainNotices notices) {
        this.door = door;
        this.scheduler = scheduler;
        this.notices = notices;
    }

    DrainLink start() {
        DrainConnection.daemon("agent-drain-link-1", this::run).start();
        return this;
    }

    /** Sends a request now, or as soon as there is a drain. Cancelling the answer forgets it. */
    CompletableFuture<Frame> request(LongFunction<Frame> frame) {
        synchronized (lock) {
            if (closed) {
                return CompletableFuture.failedFuture(new DrainException("the link to the log drain is closed"));
            }
            long id = ++lastId;
            Pending asked = new Pending(frame.apply(id), new CompletableFuture<>());
            pending.put(id, asked);
            asked.answer.whenComplete((answer, error) -> forget(id));
            send(asked.request);
            lock.notifyAll();
            return asked.answer;
        }
    }

    /** Some answer did not come: kills the drain unless it answers another question. */
    void suspect() {
        CompletableFuture<Frame> probe = request(id -> Frame.of(Frame.LIST, id));
        scheduler.schedule(() -> endUnlessDone(probe), PROBE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    void close() {
        List<Pending> unanswered;
        synchronized (lock) {
            closed = true;
            unanswered = new ArrayList<>(pending.values());
            if (outgoing != null) {
                outgoing.close();
            }
            lock.notifyAll();
        }
        DrainException end = new DrainException("the link to the log drain was closed");
        unanswered.forEach(asked -> asked.answer.completeExceptionally(end));
    }

    private void run() {
        Duration pause = FIRST_PAUSE;
        try {
            while (awaitWork()) {
                long begun = System.nanoTime();
                String end = serveOnce();
                boolean lasted = System.nanoTime() - begun > LONGEST_PAUSE.toNanos();
                pause = lasted ? FIRST_PAUSE : pause.multipliedBy(2);
                pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
                pauseAfter(end, pause);
            }
        } catch (InterruptedException e) {
            // Nobody has this thread's handle: an interrupt can only mean that the JVM is being torn down.
            close();
        }
    }

    // Serves one connection to its end, and says why it ended.
    private String serveOnce() throws InterruptedException {
        try (Wire connected = door.open(this::isOpen);
                Outgoing sender = new Outgoing(connected)) {
            resume(sender.start());
            while (true) {
                receive(connected.receive());
            }
        } catch (IOException | RuntimeException e) {
            return String.valueOf(e.getMessage());
        } finally {
            synchronized (lock) {
                outgoing = null;
            }
        }
    }

    private void pauseAfter(String end, Duration pause) throws InterruptedException {
        long millis = pause.toMillis() / 2 + ThreadLocalRandom.current().nextLong(pause.toMillis());
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (lock) {
            if (closed || pending.isEmpty() && attached.isEmpty()) {
                return;
            }
            notices.failed(new DrainException("lost the log drain, looking for another: " + end));
            for (long left = millis; !closed && left > 0; left = (until - System.nanoTime()) / NANOS_PER_MILLI) {
                lock.wait(left);
            }
        }
    }

    private boolean awaitWork() throws InterruptedException {
        synchronized (lock) {
            while (!closed && pending.isEmpty() && attached.isEmpty()) {
                lock.wait();
            }
            return !closed;
        }
    }

    private void resume(Outgoing connected) {
        synchronized (lock) {
            outgoing = connected;
            List<Pending> unanswered = new ArrayList<>(pending.values());
            new ArrayList<>(attached.values()).forEach(this::attachAgain);
            unanswered.forEach(asked -> send(asked.request));
            if (closed) {
                connected.close();
            }
        }
    }

    private void attachAgain(LogSource source) {
        request(id -> Frame.ofSource(Frame.ATTACH, id, source, 0)).whenComplete((answer, error) -> {
            if (error != null && !(error instanceof CancellationException)) {
                notices.failed(error);
            }
        });
    }

    // The thread that receives sees a broken connection too, and everything is sent again on the next.
    private void send(Frame frame) {
        Outgoing connected = outgoing;
        if (connected != null) {
            connected.send(frame);
        }
    }

    private boolean isOpen() {
        synchronized (lock) {
            return !closed;
        }
    }

    private void receive(Frame frame) throws IOException {
        switch (frame.kind()) {
            case Frame.STALLED -> notices.stalled(frame.twoTexts()[0], frame.twoTexts()[1]);
            case Frame.RESUMED -> notices.resumed(frame.text());
            default -> answer(frame);
        }
    }

    private void answer(Frame frame) throws IOException {
        Pending asked;
        synchronized (lock) {
            asked = pending.remove(frame.id());
            // A drain lets go of a task in any case, and nobody wants it attached again.
            if (asked != null && (frame.kind() != Frame.FAILED || asked.request.kind() == Frame.DETACH)) {
                note(asked.request);
            }
        }
        if (asked == null) {
            return;
        }
        if (frame.kind() == Frame.FAILED) {
            asked.answer.completeExceptionally(new DrainException(frame.text()));
        } else {
            asked.answer.complete(frame);
        }
    }

    private void note(Frame done) throws IOException {
        switch (done.kind()) {
            case Frame.ATTACH -> attached.put(key(done.source()), done.source());
            case Frame.DETACH -> attached.remove(key(done.source()));
            case Frame.QUIT -> attached.clear();
            default -> {
                // The others change nothing that would have to be told to another drain.
            }
        }
    }

    private void forget(long id) {
        synchronized (lock) {
            pending.remove(id);
        }
    }

    private void endUnlessDone(CompletableFuture<Frame> probe) {
        if (!probe.isDone()) {
            probe.cancel(false);
            notices.failed(new DrainException("the log drain does not answer: ending it"));
            door.killStuck();
        }
    }

    private static String key(LogSource source) {
        return source.folders().segments() + "/" + source.task();
    }

    /** A request that has no answer yet. */
    private record Pending(Frame request, CompletableFuture<Frame> answer) {}
}
