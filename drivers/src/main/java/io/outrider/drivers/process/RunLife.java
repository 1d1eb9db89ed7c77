package io.outrider.drivers.process;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.process.RunDir.Started;
import io.outrider.drivers.procfs.ProcStat;
import io.outrider.drivers.procfs.ProcessKey;
import io.outrider.streams.Passage;
import io.outrider.streams.Scope;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Brings runs up, finds them again, and takes them down. */
final class RunLife {

    private static final String ORPHANED = "the task's supervisor was killed; the task was killed with it";
    private static final Logger LOG = LoggerFactory.getLogger(RunLife.class);

    /** How long a start that somebody else has begun, or an end after a kill, may take. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Longer than a start that hangs is waited for: see {@link ShimLauncher}. */
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(25);

    private static final Duration CGROUP_POLL = Duration.ofMillis(20);
    private static final int CGROUP_TRIES = 25;
    private static final int SESSION_LOOKS = 4_000;
    private static final long SESSION_LOOK_NANOS = 500_000;
    private static final Duration POLL = Duration.ofMillis(5);

    private final ProcessSupervisor.Resources resources;
    private final ShimLauncher launcher;
    private final Consumer<SupervisedRun> forgetter;
    private final TreeKill treeKill;
    private final Passage starting = new Passage();
    private final Scope scope =
            new Scope("processes", (work, error) -> LOG.warn("supervision: {} failed: {}", work, error.toString()));

    /** @param forgetter is told when a run is no more */
    RunLife(ProcessSupervisor.Resources resources, ShimLauncher launcher, Consumer<SupervisedRun> forgetter) {
        this.resources = resources;
        this.launcher = launcher;
        this.forgetter = forgetter;
        this.treeKill = new TreeKill(resources.timer(), resources.io());
    }

    /** Begins the start; {@code run.up()} tells how it went. It goes on whoever cancels. */
    void begin(SupervisedRun run, Supplier<ProcessSpec> spec) {
        Mono<HeldProcess> start = Mono.fromCallable(() -> launch(run, spec))
                .subscribeOn(resources.io())
                .onErrorResume(error -> undo(run).then(Mono.error(error)))
                .doOnNext(process -> {
                    run.up().set(process);
                    run.found().set(new Recovery.Attached());
                })
                .doOnError(error -> {
                    run.up().fail(error);
                    run.found().fail(error);
                })
                .onErrorComplete(); // told through run.up()
        scope.add("start of " + run.id(), start);
        failIfClosed(run);
    }

    /** Begins the search; {@code run.found()} tells how it went. It goes on whoever cancels. */
    void beginFind(SupervisedRun run) {
        Mono<Recovery> search = find(run)
                .doOnNext(result -> run.found().set(result))
                .doOnError(error -> run.found().fail(error))
                .onErrorComplete(); // told through run.found()
        scope.add("search of " + run.id(), search);
        failIfClosed(run);
    }

    private void failIfClosed(SupervisedRun run) {
        if (scope.isClosed()) {
            isClosed(run);
        }
    }

    /** Whoever waits for what will not come any more is told. */
    void isClosed(SupervisedRun run) {
        run.up().fail(closed(run));
        run.found().fail(closed(run));
        forgetter.accept(run);
    }

    private static DriverException closed(SupervisedRun run) {
        return new DriverException(
                DriverException.Kind.RECOVERABLE, "the driver is closed: " + run.id() + " is the next agent's");
    }

    /** Kills and removes a run that is not held, whatever can still be known of it. */
    Mono<Void> discard(SupervisedRun run) {
        return Mono.fromCallable(() -> {
                    // From here on no shim starts it any more.
                    run.dir().giveUp();
                    if (run.handle().boot().equals(RunHandle.currentBoot())) {
                        run.isToEnd(run.dir().readableStart().map(Started::task));
                    }
                    return run;
                })
                .subscribeOn(resources.io())
                .then(Mono.defer(() -> treeKill.kill(run)))
                .then(Mono.defer(() -> forgotten(run)));
    }

    Mono<Recovery> find(SupervisedRun run) {
        return Mono.fromCallable(() -> run.dir().giveUp())
                .subscribeOn(resources.io())
                .flatMap(never -> never ? neverStarted(run) : findStarted(run))
                .doOnError(error -> lose(run, error));
    }

    /** Completes when a start that is under way has ended, well or not. */
    Mono<Void> launchEnd(SupervisedRun run) {
        return run.up().value().then().onErrorComplete();
    }

    /** Asks politely, waits, then {@link #kill}s. */
    Mono<Void> stop(SupervisedRun run, int signal, Duration timeout) {
        Optional<HeldProcess> process = run.process();
        if (process.isEmpty() || run.ended() || timeout.isZero()) {
            return kill(run);
        }
        Mono<Void> ask = Mono.<Void>fromRunnable(() -> {
                    // Those who are children now may be nobody's by the time they are to be killed.
                    treeKill.remember(run);
                    process.get().signal(signal);
                })
                .subscribeOn(resources.io());
        Mono<Void> patience = Mono.firstWithSignal(
                run.exit().value().then(),
                Mono.delay(timeout, resources.timer()).then());
        return ask.then(patience).then(Mono.defer(() -> kill(run)));
    }

    /** Kills what lives, and waits for the end to be known. */
    Mono<Void> kill(SupervisedRun run) {
        Mono<Void> known = run.process().isPresent() ? run.exit().value().then() : Mono.empty();
        return treeKill.kill(run).then(known.timeout(LIMIT, Mono.error(() -> noEnd(run)), resources.timer()));
    }

    private static DriverException noEnd(SupervisedRun run) {
        return new DriverException(
                DriverException.Kind.RECOVERABLE,
                "nothing of " + run.id() + " lives any more, but its end was not known within " + LIMIT.toSeconds()
                        + " s");
    }

    /** Kills what is left, lets the shim end, removes what lies on disk. */
    Mono<Void> destroy(SupervisedRun run) {
        return kill(run).then(forgotten(run));
    }

    /** From now on nothing is started and nothing held; what is in the middle of a start is waited for. */
    Mono<Void> close() {
        return starting.close()
                .timeout(CLOSE_LIMIT, resources.timer())
                .onErrorResume(TimeoutException.class, late -> {
                    LOG.warn("a start hangs and is not waited for any longer");
                    return Mono.empty();
                })
                .then(scope.close());
    }

    private HeldProcess launch(SupervisedRun run, Supplier<ProcessSpec> spec) throws Exception {
        boolean claimed = run.dir().isClaimed();
        // Asked before: it may take long, and is no reason for a close to wait.
        ProcessSpec wanted = claimed ? null : spec.get();
        return starting.through(() -> {
                    Started who = wanted == null
                            ? run.dir().started().orElseThrow(() -> alreadyClaimed(run))
                            : launchNew(run, wanted);
                    return hold(run, who).orElseThrow(() -> endedAtOnce(run));
                })
                .orElseThrow(() -> closed(run));
    }

    private static DriverException endedAtOnce(SupervisedRun run) {
        return new DriverException(
                DriverException.Kind.RECOVERABLE,
                "failed to launch command with executor: the supervisor of " + run.id() + " ended at once");
    }

    private Started launchNew(SupervisedRun run, ProcessSpec spec) throws IOException {
        run.env(spec.env());
        run.isOurs(true);
        if (run.cgroup().isEmpty()) {
            return launcher.launch(spec, run.dir());
        }
        run.cgroup().get().create();
        return launcher.launch(spec.joining(run.cgroup().get().joinFiles()), run.dir());
    }

    private static DriverException alreadyClaimed(SupervisedRun run) {
        return new DriverException(
                DriverException.Kind.FATAL, run.id() + " was given up or started before: start a new run");
    }

    /** Watches a started process; empty if its shim is gone. */
    private Optional<HeldProcess> hold(SupervisedRun run, Started who) {
        HeldProcess process = new HeldProcess(who, resources.loop(), () -> run.cgroup()
                .filter(cgroup -> cgroup.oomKilled())
                .isPresent());
        run.isUp(process, resources.clock().instant());
        // A keeper that died before the task wrote down its parent has left somebody else's name there.
        if (!TreeKill.namesSoon(who.shim(), run.handle().dir()) || !process.watch()) {
            return Optional.empty();
        }
        awaitOwnSession(who.task());
        scope.add(
                "end of " + run.id(),
                process.exit()
                        .doOnNext(exit -> run.hasEnded(exit, resources.clock().instant())));
        scope.add("shim of " + run.id(), process.shimEnd().flatMap(gone -> shimLost(run, process)));
        return Optional.of(process);
    }

    /**
     * A shell starts what is in the background with SIGINT and SIGQUIT ignored, and the way from there to the task's
     * program resets them: a stop that came before would be slept through. The last step makes the session. Blocks.
     */
    private static void awaitOwnSession(ProcessKey task) {
        for (int i = 0; i < SESSION_LOOKS; i++) {
            boolean onItsWay = ProcStat.read(task.pid())
                    .filter(stat -> stat.key().equals(task))
                    .filter(stat -> !stat.hasEnded() && stat.session() != task.pid())
                    .isPresent();
            if (!onItsWay) {
                return;
            }
            LockSupport.parkNanos(SESSION_LOOK_NANOS);
        }
    }

    private Mono<Void> shimLost(SupervisedRun run, HeldProcess process) {
        if (process.hasEnded()) {
            return Mono.empty();
        }
        LOG.warn("the supervisor of {} was killed: the task is killed too, and how it ended is unknown", run.id());
        return killOrphan(run).doFinally(end -> process.giveUp(ORPHANED));
    }

    private Mono<Void> killOrphan(SupervisedRun run) {
        return Mono.fromCallable(() -> {
                    run.dir().orphan();
                    return run;
                })
                .subscribeOn(resources.io())
                .then(treeKill.kill(run));
    }

    /** Only what we have begun: a claim that somebody else holds must stay, or the run could start after all. */
    private Mono<Void> undo(SupervisedRun run) {
        if (!run.isOurs()) {
            forgetter.accept(run);
            return Mono.empty();
        }
        return treeKill.kill(run).onErrorComplete().then(forgotten(run)).onErrorComplete();
    }

    private Mono<Recovery> neverStarted(SupervisedRun run) {
        lose(run, new DriverException(DriverException.Kind.FATAL, run.id() + " was given up before it started"));
        return Mono.just(new Recovery.NeverStarted());
    }

    private Mono<Recovery> findStarted(SupervisedRun run) {
        if (!run.handle().boot().equals(RunHandle.currentBoot())) {
            return lost(run, "the machine was restarted");
        }
        return Mono.fromCallable(() -> run.dir().started().orElse(null))
                .subscribeOn(resources.io())
                .repeatWhenEmpty(tries -> tries.publishOn(resources.io()) // looks at processes
                        .takeWhile(n -> !TreeKill.naming(run.handle().dir()).isEmpty())
                        .delayElements(POLL, resources.timer()))
                .timeout(LIMIT, resources.timer())
                .onErrorResume(TimeoutException.class, late -> Mono.empty())
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .publishOn(resources.io()) // looks at processes
                .flatMap(who -> who.isEmpty() ? lost(run, "it was killed while it started") : attach(run, who.get()));
    }

    private Mono<Recovery> attach(SupervisedRun run, Started who) {
        return Mono.fromCallable(() -> starting.through(() -> hold(run, who)).orElseThrow(() -> closed(run)))
                .flatMap(process -> attach(run, who, process));
    }

    private Mono<Recovery> attach(SupervisedRun run, Started who, Optional<HeldProcess> process) {
        if (process.isPresent()) {
            run.up().set(process.get());
            return Mono.just(new Recovery.Attached());
        }
        if (who.task().isAlive() || run.dir().isOrphan()) {
            return orphaned(run);
        }
        return lost(run, "its supervisor is gone, so nobody knows how it ended");
    }

    /** A task without a supervisor is not left to itself: it ends now, in a way that says so. */
    private Mono<Recovery> orphaned(SupervisedRun run) {
        LOG.warn("the supervisor of {} was killed while no agent was there: the task is killed too", run.id());
        return killOrphan(run).then(Mono.fromSupplier(() -> {
            run.hasEnded(ExitResult.unknown(ORPHANED), resources.clock().instant());
            run.process().ifPresent(process -> run.up().set(process));
            return new Recovery.Attached();
        }));
    }

    /** Its claim stays: found again, it must be lost again and not look as if it had never been. */
    private Mono<Recovery> lost(SupervisedRun run, String reason) {
        return treeKill.kill(run)
                .then(left(run))
                .doOnSubscribe(s -> lose(run, new DriverException(DriverException.Kind.TASK_NOT_FOUND, reason)))
                .thenReturn(new Recovery.Lost(reason));
    }

    private void lose(SupervisedRun run, Throwable why) {
        run.up().fail(why);
        forgetter.accept(run);
    }

    private Mono<Void> forgotten(SupervisedRun run) {
        return left(run).then(Mono.<Void>fromRunnable(() -> forget(run)).subscribeOn(resources.io()));
    }

    /** Lets the shim end and removes the cgroup, which is busy for a moment after the death of its last process. */
    private Mono<Void> left(SupervisedRun run) {
        return Mono.fromRunnable(() -> {
                    run.process().ifPresent(HeldProcess::release);
                    run.dir().release();
                })
                .subscribeOn(resources.io())
                .then(Mono.fromCallable(() ->
                                run.cgroup().filter(cgroup -> !cgroup.remove()).isPresent() ? null : run)
                        .subscribeOn(resources.io())
                        .repeatWhenEmpty(CGROUP_TRIES, tries -> tries.delayElements(CGROUP_POLL, resources.timer())))
                .then()
                .onErrorResume(IllegalStateException.class, busy -> {
                    LOG.warn("the cgroup of {} is still busy and stays: {}", run.id(), busy.toString());
                    return Mono.empty();
                });
    }

    /** Nothing of it lives any more: a directory that cannot be removed now is one for {@code prune}. */
    private void forget(SupervisedRun run) {
        try {
            run.dir().remove();
        } catch (IOException e) {
            LOG.warn("the directory of {} stays for now: {}", run.id(), e.toString());
        }
        forgetter.accept(run);
    }
}
