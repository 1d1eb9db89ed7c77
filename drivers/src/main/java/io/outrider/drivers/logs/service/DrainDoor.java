package io.outrider.drivers.logs.service;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/**
 * Where a drain of the right version is found. One that is there is used; one of another version is told to end; one
 * that does not answer is killed: output in pipes waits for the next, so that this costs no byte.
 */
final class DrainDoor {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration LOOK_EVERY = Duration.ofMillis(10);
    private static final long HELLO_ID = 0;

    private final DrainConfig config;
    private final Scheduler scheduler;
    private final DrainLauncher launcher;

    /**
     * @param scheduler for the timeouts
     */
    DrainDoor(DrainConfig config, Scheduler scheduler) {
        this.config = config;
        this.scheduler = scheduler;
        this.launcher = new DrainLauncher(config);
    }

    /**
     * Blocks until there is a connection to a drain of our version, or it is clear that there will be none. Starts no
     * drain, and waits for none, once it is not {@code wanted} any more.
     */
    Wire open(BooleanSupplier wanted) throws IOException, InterruptedException {
        Wire found = connect();
        if (found == null) {
            return launch(wanted);
        }
        String version = hello(found);
        if (config.version().equals(version)) {
            return found;
        }
        if (version == null || !quits(found)) {
            launcher.killStuck();
        }
        found.close();
        return launch(wanted);
    }

    /** Kills the drain that holds the lock. */
    void killStuck() {
        try {
            launcher.killStuck();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot end the log drain: " + e.getMessage(), e);
        }
    }

    private Wire launch(BooleanSupplier wanted) throws IOException, InterruptedException {
        requireWanted(wanted);
        launcher.launch();
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            requireWanted(wanted);
            Wire found = connect();
            String version = found == null ? null : hello(found);
            if (found != null && config.version().equals(version)) {
                return found;
            }
            if (found != null) {
                found.close();
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
        // It may hold the lock and have lost its socket.
        launcher.killStuck();
        throw new IOException(
                "the log drain did not come up within " + START_TIMEOUT.toSeconds() + " s, see " + config.log());
    }

    private static void requireWanted(BooleanSupplier wanted) throws IOException {
        if (!wanted.getAsBoolean()) {
            throw new IOException("the link to the log drain was closed");
        }
    }

    private @Nullable Wire connect() {
        try {
            return Wire.connect(config.socket());
        } catch (IOException e) {
            // Nobody has ever listened there, or it was killed.
            return null;
        }
    }

    // Its version; null if it does not tell.
    private @Nullable String hello(Wire wire) {
        Disposable timeout = closeLater(wire);
        try {
            wire.send(Frame.ofTexts(Frame.HELLO, HELLO_ID, config.version()));
            Frame answer = wire.receive();
            while (answer.kind() != Frame.OK) {
                answer = wire.receive();
            }
            return answer.text();
        } catch (IOException e) {
            return null;
        } finally {
            timeout.dispose();
        }
    }

    // Whether it went by itself.
    private boolean quits(Wire wire) {
        Disposable timeout = closeLater(wire);
        try {
            wire.send(Frame.of(Frame.QUIT, HELLO_ID));
            while (true) {
                wire.receive();
            }
        } catch (EOFException e) {
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            timeout.dispose();
        }
    }

    private Disposable closeLater(Wire wire) {
        return scheduler.schedule(wire::close, ANSWER_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
