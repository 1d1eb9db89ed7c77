package io.outrider.drivers.process;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.posix.EpollLoop;
import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.process.RunDir.Started;
import io.outrider.drivers.procfs.ProcStat;
import io.outrider.drivers.procfs.ProcessKey;
import io.outrider.streams.Once;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A task and its shim, watched through pidfds. The shim never waits for the task: an ended task stays a zombie with its
 * status until the shim is released, also while no agent runs.
 */
final class HeldProcess {

    private static final int SIGNAL_BITS = 0x7f;
    private static final int CODE_SHIFT = 8;
    private static final int CODE_BITS = 0xff;
    private static final int SIGKILL = 9;

    private final Started who;
    private final EpollLoop loop;
    private final BooleanSupplier oomKilled;
    private final Once<ExitResult> exit = new Once<>();
    private final Once<Boolean> shimEnd = new Once<>();
    private volatile boolean shimLost;
    private @Nullable Watch task;
    private @Nullable Watch shim;

    private record Watch(Fd fd, EpollLoop.Registration registration) {}

    /** @param oomKilled whether the kernel has killed something of the task for memory; asked after a SIGKILL */
    HeldProcess(Started who, EpollLoop loop, BooleanSupplier oomKilled) {
        this.who = who;
        this.loop = loop;
        this.oomKilled = oomKilled;
    }

    Started who() {
        return who;
    }

    /** How the task ended; never emits an unknown end while the shim lives. On the loop's thread. */
    Mono<ExitResult> exit() {
        return exit.value();
    }

    /** The shim has ended, with or without the task. On the loop's thread. */
    Mono<Boolean> shimEnd() {
        return shimEnd.value();
    }

    boolean hasEnded() {
        return exit.isSet();
    }

    /** Ends the wait for a status that will not come. */
    void giveUp(String reason) {
        exit.set(ExitResult.unknown(reason));
    }

    /** Begins to watch; false if the shim is gone, and then nothing is watched. */
    synchronized boolean watch() {
        Optional<Fd> shimFd = open(who.shim(), false);
        if (shimFd.isEmpty()) {
            return false;
        }
        // A zombie's parent is alive, so the task is there whatever has become of it.
        Optional<Fd> taskFd = open(who.task(), true);
        if (taskFd.isEmpty()) {
            shimFd.get().close();
            return false;
        }
        shim = watch(shimFd.get(), this::shimEnded);
        task = watch(taskFd.get(), this::taskEnded);
        return true;
    }

    /** Sends a signal to the task's first process; false if it has ended. */
    boolean signal(int number) {
        return signal(who.task(), number);
    }

    /** Sends a signal to this very process, whoever may get its number meanwhile; false if it has ended. */
    static boolean signal(ProcessKey key, int number) {
        Optional<Fd> fd;
        try {
            fd = open(key, false);
        } catch (PosixException e) {
            // No descriptor to be had: better almost safe than not at all.
            return key.isAlive() && Processes.signal(key.pid(), number);
        }
        if (fd.isEmpty()) {
            return false;
        }
        try (Fd process = fd.get()) {
            return Processes.signal(process, number);
        }
    }

    /** Stops watching; neither task nor shim notices. Idempotent. */
    synchronized void release() {
        close(task);
        close(shim);
        task = null;
        shim = null;
    }

    private Watch watch(Fd fd, Runnable ended) {
        return new Watch(fd, loop.register(fd, EpollLoop.IN | EpollLoop.EDGE, events -> ended.run()));
    }

    private static void close(@Nullable Watch watch) {
        if (watch != null) {
            watch.registration().cancel();
            watch.fd().close();
        }
    }

    /** A handle on this very process; empty if it is gone. */
    private static Optional<Fd> open(ProcessKey key, boolean ended) {
        Fd fd;
        try {
            fd = Processes.open(key.pid()).orElseThrow(() -> new UnsupportedOperationException("no pidfd"));
        } catch (PosixException e) {
            if (e.is(Errno.ESRCH)) {
                return Optional.empty();
            }
            throw e;
        }
        // Only now does the number stay what it is.
        Optional<ProcStat> now =
                ProcStat.read(key.pid()).filter(stat -> stat.key().equals(key));
        if (now.filter(stat -> ended || !stat.hasEnded()).isPresent()) {
            return Optional.of(fd);
        }
        fd.close();
        return Optional.empty();
    }

    private void taskEnded() {
        if (!shimLost) {
            readStatus();
        }
    }

    private void readStatus() {
        Optional<ProcStat> stat =
                ProcStat.read(who.task().pid()).filter(found -> found.key().equals(who.task()));
        OptionalInt status = stat.map(ProcStat::visibleWaitStatus).orElse(OptionalInt.empty());
        if (status.isPresent()) {
            exit.set(decode(status.getAsInt()));
        } else if (stat.isPresent()) {
            giveUp("the kernel hides the exit status of another user's task; the agent needs CAP_SYS_PTRACE");
        }
        // A task that is gone altogether has lost its shim before: shimEnded tells.
    }

    private void shimEnded() {
        if (!who.task().isAlive()) {
            readStatus();
        }
        // From here on an end of the task is our doing, and says nothing about the task.
        shimLost = true;
        shimEnd.set(true);
    }

    private ExitResult decode(int status) {
        int signal = status & SIGNAL_BITS;
        if (signal == 0) {
            return ExitResult.exited(status >> CODE_SHIFT & CODE_BITS);
        }
        return ExitResult.signaled(signal, signal == SIGKILL && oomKilled.getAsBoolean());
    }
}
