package io.outrider.drivers.process;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.cgroup.Cgroup;
import io.outrider.drivers.posix.PosixException;
import io.outrider.drivers.posix.Signal;
import io.outrider.drivers.procfs.ProcStat;
import io.outrider.drivers.procfs.ProcTable;
import io.outrider.drivers.procfs.ProcessKey;
import io.outrider.drivers.procfs.SharedLooks;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Kills everything that belongs to a run, and says so only when it is dead. */
final class TreeKill {

    /** Uninterruptible sleep can outlive any SIGKILL; nobody should wait for it longer than this. */
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private static final int EXEC_LOOKS = 2_000;
    private static final long EXEC_LOOK_NANOS = 1_000_000;
    private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(10);
    private static final int FREEZE_ROUNDS = 4;

    private final Scheduler timer;
    private final Scheduler io;
    private final SharedLooks looks = new SharedLooks();

    TreeKill(Scheduler timer, Scheduler io) {
        this.timer = timer;
        this.io = io;
    }

    /** The shim of the run in {@code dir}, and a task that has not come to its own program yet; blocks. */
    static List<ProcessKey> naming(String dir) {
        return ProcTable.scan().all().stream()
                .filter(stat -> !stat.hasEnded())
                .filter(stat -> names(stat.key().pid(), dir))
                .map(stat -> stat.key())
                .toList();
    }

    /** Whether the process is one of these, by its command line. */
    static boolean names(int pid, String dir) {
        return names(ProcTable.commandLine(pid), dir);
    }

    /**
     * The same for a process that may be in the middle of an exec: it has no command line for that moment, and is asked
     * again until it has one, has ended, or has taken too long. Blocks.
     */
    static boolean namesSoon(ProcessKey process, String dir) {
        for (int i = 0; i < EXEC_LOOKS; i++) {
            List<String> words = ProcTable.commandLine(process.pid());
            if (!words.isEmpty() || !process.isAlive()) {
                return names(words, dir);
            }
            LockSupport.parkNanos(EXEC_LOOK_NANOS);
        }
        return false;
    }

    /** Only a shim's own command lines count: anybody may look at a file of the directory. */
    private static boolean names(List<String> words, String dir) {
        int shim = words.indexOf(ShimLauncher.NAME);
        return shim >= 0 && shim + 1 < words.size() && words.get(shim + 1).equals(dir)
                || words.size() > 2
                        && words.get(1).equals("-n1")
                        && words.get(2).equals(dir + "/ctl");
    }

    /** Keeps in mind who belongs to the run now; blocks. */
    void remember(SupervisedRun run) {
        run.tree().ifPresent(tree -> tree.family(looks.look()));
    }

    /** Completes when nothing of the run lives; its shim stays if the task was started. */
    Mono<Void> kill(SupervisedRun run) {
        return Mono.fromCallable(() -> round(run) ? run : null)
                .subscribeOn(io)
                .repeatWhenEmpty(rounds -> rounds.delayElements(BETWEEN_ROUNDS, timer))
                .timeout(LIMIT, Mono.error(() -> stillAlive(run)), timer)
                .then();
    }

    /** Whether nothing was left to kill. */
    private boolean round(SupervisedRun run) {
        run.cgroup().filter(Cgroup::exists).ifPresent(Cgroup::kill);
        Set<ProcessKey> living = living(run);
        // Stopped first: what forks faster than it is killed would get away.
        for (int i = 0; i < FREEZE_ROUNDS && !living.isEmpty(); i++) {
            Set<ProcessKey> before = living;
            signal(before, Signal.SIGSTOP);
            living = living(run);
            if (before.containsAll(living)) {
                break;
            }
        }
        signal(living, Signal.SIGKILL);
        return living.isEmpty();
    }

    private Set<ProcessKey> living(SupervisedRun run) {
        Set<ProcessKey> living = new HashSet<>();
        run.tree().ifPresent(tree -> living.addAll(tree.members(looks.look())));
        if (run.process().isPresent()) {
            living.remove(run.process().get().who().shim());
        } else {
            // Perhaps nobody wrote down who was started: until then all have the directory's name on their command
            // line.
            living.addAll(naming(run.handle().dir()));
        }
        run.cgroup().filter(Cgroup::exists).ifPresent(cgroup -> cgroup.pids()
                .forEach(pid ->
                        ProcStat.read(pid).filter(stat -> !stat.hasEnded()).ifPresent(stat -> living.add(stat.key()))));
        living.removeIf(key -> key.pid() == ProcessHandle.current().pid());
        return living;
    }

    private static void signal(Collection<ProcessKey> targets, Signal signal) {
        for (ProcessKey target : targets) {
            try {
                HeldProcess.signal(target, signal.number());
            } catch (PosixException e) {
                // Not ours to signal: if it stays, the limit tells.
            }
        }
    }

    private DriverException stillAlive(SupervisedRun run) {
        return new DriverException(
                DriverException.Kind.RECOVERABLE,
                "process did not exit after 15 seconds: " + run.id() + " still has " + living(run)
                        + "; it may hang in the kernel (a dead disk or network share), or belong to another user");
    }
}
