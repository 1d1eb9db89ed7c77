package io.outrider.drivers.logs.service;

import io.outrider.drivers.logs.drain.DrainCore;
import io.outrider.drivers.posix.Fd;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The log drain as a process: {@code DrainMain DIR VERSION IDLE_SECONDS}. Holds the lock in DIR for as long as it
 * lives, listens on the socket there, and ends by itself when nobody needs it. Started by {@link DrainClient}.
 */
public final class DrainMain {

    static final String LOCK = "drain.lock";
    static final String SOCKET = "drain.sock";

    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(5);
    private static final long LOCK_EVERY_NANOS = 10_000_000;

    private DrainMain() {}

    /** Runs until it is told to end or idle. Exit code 0: ended; 1: error; 3: another one holds the lock. */
    public static void main(String[] args) {
        // Goes to drain.log: the launcher has redirected it.
        PrintStream log = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        int code = run(args, new DrainLog(log, Clock.systemUTC()));
        // Threads that hang on a disk must not keep the process.
        Runtime.getRuntime().halt(code);
    }

    private static int run(String[] args, DrainLog log) {
        Path dir = Path.of(args[0]);
        try (Fd lock = Fd.open(dir.resolve(LOCK), Fd.READ_WRITE | Fd.CREATE | Fd.NO_FOLLOW, 0600)) {
            if (!lockedInTime(lock)) {
                log.say("another log drain holds " + lock + ": ending");
                return 3;
            }
            byte[] pid = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
            lock.truncate(0);
            lock.writeAt(pid, pid.length, 0);
            serve(new DrainHome(dir, lock), args[1], Duration.ofSeconds(Long.parseLong(args[2])), log);
            return 0;
        } catch (IOException | InterruptedException | RuntimeException e) {
            log.failed(e);
            return 1;
        }
    }

    private static void serve(DrainHome home, String version, Duration idle, DrainLog log)
            throws IOException, InterruptedException {
        Path socket = home.dir().resolve(SOCKET);
        // Left by one that was killed: whoever holds the lock may remove it.
        Files.deleteIfExists(socket);
        try (DrainServer server = DrainServer.listen(socket, version, log);
                DrainCore core = new DrainCore(server, Clock.systemUTC()).start()) {
            log.say("started, version " + version);
            server.serve(core, idle, home);
            log.say("ending");
        } finally {
            // In a directory that was made anew it is another one's.
            if (!home.isRemoved()) {
                Files.deleteIfExists(socket);
            }
        }
    }

    // One that was told to end may still be at it.
    private static boolean lockedInTime(Fd lock) {
        long deadline = System.nanoTime() + LOCK_PATIENCE.toNanos();
        boolean locked = lock.tryLock();
        while (!locked && System.nanoTime() < deadline) {
            LockSupport.parkNanos(LOCK_EVERY_NANOS);
            locked = lock.tryLock();
        }
        return locked;
    }
}
