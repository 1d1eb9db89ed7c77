package io.outrider.drivers.process;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.ExecResult;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.TaskStatus;
import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.posix.EpollLoop;
import io.outrider.drivers.posix.Signal;
import io.outrider.drivers.process.RunDir.Started;
import io.outrider.drivers.procfs.ProcTable;
import io.outrider.streams.Scope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Runs processes that outlive the agent (design mechanism 4). Every method is cold; blocking work is done on the io
 * scheduler. A process that has been started goes on whoever cancels, closes or dies, until {@link #stop} or
 * {@link #destroy}. Ends are seen within a millisecond, also those that came while no agent ran.
 */
public final class ProcessSupervisor {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessSupervisor.class);

    /** How long a launch that somebody else has begun may take before it counts as failed. */
    private static final Duration LAUNCH_LIMIT = Duration.ofSeconds(10);

    private static final Duration LAUNCH_POLL = Duration.ofMillis(5);

    private final Path runs;
    private final Resources resources;
    private final Tools tools;
    private final ShimLauncher launcher;
    private final TreeKill treeKill;
    private final UsageMeter meter;
    private final SideCommand side;
    private final Map<TaskId, SupervisedRun> held = new ConcurrentHashMap<>();
    private final Scope scope;

    /**
     * Time and threads.
     *
     * @param clock for the times of starts and ends
     * @param timer for waiting
     * @param io for blocking work
     * @param loop watches the processes
     */
    public record Resources(Clock clock, Scheduler timer, Scheduler io, EpollLoop loop) {}

    /**
     * @param runs where the small directories of runs stand; survives the agent
     * @param path where programs are looked for, as in PATH
     */
    public ProcessSupervisor(Path runs, Resources resources, String path) {
        this.runs = runs;
        this.resources = resources;
        this.tools = new Tools(path);
        this.launcher = new ShimLauncher(tools);
        this.treeKill = new TreeKill(resources.timer(), resources.io());
        this.meter = new UsageMeter(resources.clock(), resources.timer(), resources.io());
        this.side = new SideCommand(tools, resources.timer(), resources.io());
        this.scope = new Scope(
                "processes", (work, error) -> LOG.warn("supervision of {} failed: {}", work, error.toString()));
    }

    /** The facts of a run's handle. Nothing is made on disk. */
    public RunHandle prepare(TaskId id, Path workDir, Optional<String> user) {
        int shown = Math.min(id.allocId().length(), 8);
        Path dir = runs.resolve(id.allocId().substring(0, shown) + "-" + id.run());
        return new RunHandle(dir.toString(), RunHandle.currentBoot(), workDir.toString(), user.orElse(""));
    }

    /** Starts the process of a handle once, whoever asks how often, and completes when it runs. */
    public Mono<Void> start(RunHandle handle, ProcessSpec spec) {
        return Mono.defer(() -> {
            SupervisedRun run = held.computeIfAbsent(spec.id(), id -> new SupervisedRun(id, handle));
            run.env(spec.env());
            if (run.beginLaunch()) {
                scope.add("start of " + spec.id(), launched(run, spec));
            }
            return run.up().value().then();
        });
    }

    /** See {@link io.outrider.drivers.Driver#recover}. */
    public Mono<Recovery> recover(TaskHandle handle) {
        return Mono.defer(() -> {
            SupervisedRun run = held.computeIfAbsent(handle.id(), id -> new SupervisedRun(id, RunHandle.of(handle)));
            if (!run.beginLaunch()) {
                return run.up().value().thenReturn((Recovery) new Recovery.Attached());
            }
            return find(run);
        });
    }

    /** See {@link io.outrider.drivers.Driver#exit}. */
    public Mono<ExitResult> exit(TaskId id) {
        // Off the loop's thread: what subscribers do next may take long.
        return run(id).flatMap(run -> run.exit().value()).publishOn(resources.io());
    }

    /** Sends {@code signal}, waits, kills; completes when nothing of it lives. */
    public Mono<Void> stop(TaskId id, Signal signal, Duration timeout) {
        return run(id).flatMap(run -> launchEnd(run).then(Mono.defer(() -> stop(run, signal, timeout))));
    }

    /** Sends a signal to the first process. */
    public Mono<Void> signal(TaskId id, Signal signal) {
        return run(id).flatMap(run -> Mono.<Void>fromRunnable(() -> {
                    boolean sent = run.process()
                            .filter(process -> process.signal(signal.number()))
                            .isPresent();
                    if (!sent) {
                        throw new DriverException(
                                DriverException.Kind.FATAL, "os: process already finished: " + id + " does not run");
                    }
                })
                .subscribeOn(resources.io()));
    }

    /** Lets shim and remains go; with {@code force} kills first. */
    public Mono<Void> destroy(TaskId id, boolean force) {
        return run(id).flatMap(run -> launchEnd(run).then(Mono.defer(() -> {
            if (run.process().isPresent() && !run.ended() && !force) {
                return Mono.error(new DriverException(DriverException.Kind.FATAL, "cannot destroy running task"));
            }
            return kill(run).then(Mono.<Void>fromCallable(() -> forget(run)).subscribeOn(resources.io()));
        })));
    }

    /** What is known of it. */
    public Mono<TaskStatus> inspect(TaskId id) {
        return run(id).map(SupervisedRun::status);
    }

    /** Samples of what it uses, until it ends. */
    public Flux<TaskUsage> usage(TaskId id, Duration interval) {
        return run(id).filter(run -> run.tree().isPresent()).flatMapMany(run -> meter.samples(run, interval));
    }

    /** See {@link io.outrider.drivers.Driver#exec}. */
    public Mono<ExecResult> exec(TaskId id, List<String> command, Duration timeout) {
        return run(id).flatMap(
                        run -> Mono.fromCallable(() -> beside(run, command)).subscribeOn(resources.io()))
                .flatMap(spec -> side.run(spec, timeout));
    }

    /** Why nothing can be run on this machine; empty if something can. Blocks. */
    public Optional<String> obstacle() {
        try {
            for (String name : List.of("sh", "head", "env", "setsid")) {
                tools.need(name, "coreutils and util-linux");
            }
            return Optional.empty();
        } catch (DriverException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    /** Lets go of everything; all processes live on. */
    public Mono<Void> close() {
        return Mono.defer(() -> {
            Mono<Void> closed = scope.close();
            held.values().forEach(run -> run.process().ifPresent(HeldProcess::release));
            held.clear();
            return closed;
        });
    }

    Tools tools() {
        return tools;
    }

    Mono<SupervisedRun> run(TaskId id) {
        return Mono.fromCallable(() -> {
            SupervisedRun run = held.get(id);
            if (run == null) {
                throw new DriverException(DriverException.Kind.TASK_NOT_FOUND, "task not found for given id");
            }
            return run;
        });
    }

    private ProcessSpec beside(SupervisedRun run, List<String> command) {
        if (command.isEmpty()) {
            throw new DriverException(DriverException.Kind.FATAL, "error cmd must have at least one value");
        }
        HeldProcess process = run.process()
                .filter(held -> !run.ended())
                .orElseThrow(() -> new DriverException(
                        DriverException.Kind.FATAL, run.id() + " does not run: nothing to run beside"));
        Optional<User> user = Optional.of(run.handle().user())
                .filter(name -> !name.isEmpty())
                .flatMap(name -> User.named(name, tools))
                .filter(account -> account.uid() != User.ownUid());
        Map<String, String> env =
                run.env().orElseGet(() -> environ(process.who().task().pid()));
        return new ProcessSpec(
                run.id(), command, env, Path.of(run.handle().workDir()), user, Optional.empty(), List.of());
    }

    /** What an agent that has not started the task knows of its environment: what the task began with. */
    private static Map<String, String> environ(int pid) {
        Map<String, String> env = new HashMap<>();
        for (String raw : ProcTable.environ(pid)) {
            String pair = new String(raw.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            int split = pair.indexOf('=', 1);
            if (split > 0) {
                env.put(pair.substring(0, split), pair.substring(split + 1));
            }
        }
        return env;
    }

    private Mono<Void> launched(SupervisedRun run, ProcessSpec spec) {
        return Mono.fromCallable(() -> launch(run, spec))
                .subscribeOn(resources.io())
                .onErrorResume(error -> undo(run).then(Mono.error(error)))
                .doOnNext(process -> run.up().set(process))
                .doOnError(error -> run.up().fail(error))
                .onErrorComplete()
                .then();
    }

    private HeldProcess launch(SupervisedRun run, ProcessSpec spec) throws IOException {
        Started who = run.dir().isClaimed()
                ? run.dir().started().orElseThrow(() -> alreadyClaimed(run))
                : launcher.launch(spec, run.dir());
        return hold(run, who, resources.clock().instant())
                .orElseThrow(() -> new DriverException(
                        DriverException.Kind.RECOVERABLE, "the supervisor of " + run.id() + " ended at once"));
    }

    private static DriverException alreadyClaimed(SupervisedRun run) {
        return new DriverException(
                DriverException.Kind.FATAL, run.id() + " was given up or started before: start a new run");
    }

    /** Watches a started process; empty if its shim is gone. */
    private Optional<HeldProcess> hold(SupervisedRun run, Started who, Instant since) {
        HeldProcess process = new HeldProcess(who, resources.loop(), () -> false);
        run.isUp(process, since);
        // A keeper that died before the task wrote down its parent has left somebody else's name there.
        if (!TreeKill.names(who.shim().pid(), run.handle().dir()) || !process.watch()) {
            return Optional.empty();
        }
        scope.add(
                "end of " + run.id(),
                process.exit()
                        .doOnNext(exit -> run.hasEnded(exit, resources.clock().instant())));
        scope.add("shim of " + run.id(), process.shimEnd().flatMap(gone -> shimLost(run, process)));
        return Optional.of(process);
    }

    private Mono<Void> shimLost(SupervisedRun run, HeldProcess process) {
        if (process.hasEnded()) {
            return Mono.empty();
        }
        LOG.warn("the supervisor of {} was killed: the task is killed too and how it ended is unknown", run.id());
        return killTree(run)
                .doFinally(end -> process.giveUp("the task's supervisor was killed; the task was killed with it"));
    }

    private Mono<Void> undo(SupervisedRun run) {
        return killTree(run)
                .onErrorComplete()
                .then(Mono.<Void>fromCallable(() -> forget(run)).subscribeOn(resources.io()))
                .onErrorComplete();
    }

    private Mono<Recovery> find(SupervisedRun run) {
        return Mono.fromCallable(() -> run.dir().giveUp())
                .subscribeOn(resources.io())
                .flatMap(never -> never ? neverStarted(run) : findStarted(run))
                .doOnError(error -> lose(run, error));
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
                .repeatWhenEmpty(
                        tries -> tries.takeWhile(n -> shimAtWork(run)).delayElements(LAUNCH_POLL, resources.timer()))
                .timeout(LAUNCH_LIMIT, resources.timer())
                .onErrorResume(java.util.concurrent.TimeoutException.class, late -> Mono.empty())
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty())
                .publishOn(resources.io()) // looks at processes
                .flatMap(who -> who.isEmpty() ? lost(run, "it was killed while it started") : attach(run, who.get()));
    }

    private boolean shimAtWork(SupervisedRun run) {
        return !TreeKill.naming(run.handle().dir()).isEmpty();
    }

    private Mono<Recovery> attach(SupervisedRun run, Started who) {
        Optional<HeldProcess> process = hold(run, who, resources.clock().instant());
        if (process.isEmpty()) {
            return lost(run, "its supervisor is gone, so nobody knows how it ended");
        }
        run.up().set(process.get());
        return Mono.just(new Recovery.Attached());
    }

    private Mono<Recovery> lost(SupervisedRun run, String reason) {
        return killTree(run)
                .then(Mono.<Void>fromCallable(() -> forget(run)).subscribeOn(resources.io()))
                .doOnSubscribe(s -> lose(run, new DriverException(DriverException.Kind.TASK_NOT_FOUND, reason)))
                .thenReturn(new Recovery.Lost(reason));
    }

    private void lose(SupervisedRun run, Throwable why) {
        run.up().fail(why);
        held.remove(run.id(), run);
    }

    /** Completes when a launch that is under way has ended, well or not. */
    private Mono<Void> launchEnd(SupervisedRun run) {
        return run.up().value().then().onErrorComplete();
    }

    private Mono<Void> stop(SupervisedRun run, Signal signal, Duration timeout) {
        Optional<HeldProcess> process = run.process();
        if (process.isEmpty() || run.ended() || timeout.isZero()) {
            return kill(run);
        }
        Mono<Void> ask = Mono.<Void>fromRunnable(() -> {
                    // Those who are children now may be nobody's by the time they are to be killed.
                    treeKill.remember(run);
                    process.get().signal(signal.number());
                })
                .subscribeOn(resources.io());
        Mono<Void> patience = Mono.firstWithSignal(
                run.exit().value().then(),
                Mono.delay(timeout, resources.timer()).then());
        return ask.then(patience).then(Mono.defer(() -> kill(run)));
    }

    /** Kills what lives, and waits for the end to be known. */
    private Mono<Void> kill(SupervisedRun run) {
        Mono<Void> known = run.process().isPresent() ? run.exit().value().then() : Mono.empty();
        return killTree(run).then(known.timeout(LAUNCH_LIMIT, resources.timer()));
    }

    private Mono<Void> killTree(SupervisedRun run) {
        return treeKill.kill(run);
    }

    private @Nullable Void forget(SupervisedRun run) throws IOException {
        run.process().ifPresent(HeldProcess::release);
        run.dir().release();
        run.dir().remove();
        held.remove(run.id(), run);
        return null;
    }
}
