package io.outrider.drivers.process;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.ExecResult;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.TaskStatus;
import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.cgroup.Cgroup;
import io.outrider.drivers.cgroup.Cgroups;
import io.outrider.drivers.host.Obstacles;
import io.outrider.drivers.host.Tools;
import io.outrider.drivers.host.User;
import io.outrider.drivers.posix.EpollLoop;
import io.outrider.drivers.posix.Signal;
import io.outrider.drivers.procfs.ProcTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Runs processes that outlive the agent (design mechanism 4). Every method is cold; blocking work is done on the io
 * scheduler. A process that has been started goes on whoever cancels, closes or dies, until {@link #stop} or
 * {@link #destroy}. Ends are seen within a millisecond, also those that came while no agent ran.
 */
public final class ProcessSupervisor {

    private final Path runs;
    private final Resources resources;
    private final Tools tools;
    private final RunLife life;
    private final Orphans orphans;
    private final Optional<Cgroups> cgroups;
    private final UsageMeter meter;
    private final SideCommand side;
    private final Map<TaskId, SupervisedRun> held = new ConcurrentHashMap<>();

    /**
     * Time and threads.
     *
     * @param clock for the times of starts and ends
     * @param timer for waiting
     * @param io for blocking work
     * @param loop watches the processes, and reads what commands beside them print
     */
    public record Resources(Clock clock, Scheduler timer, Scheduler io, EpollLoop loop) {}

    /**
     * @param runs where the small directories of runs stand; survives the agent
     * @param path where programs are looked for, as in PATH
     * @param cgroups where processes are put; empty: into none
     */
    public ProcessSupervisor(Path runs, Resources resources, String path, Optional<Cgroups> cgroups) {
        this.runs = runs;
        this.resources = resources;
        this.orphans = new Orphans(runs);
        this.tools = new Tools(path);
        this.meter = new UsageMeter(resources.clock(), resources.timer(), resources.io());
        this.side = new SideCommand(tools, resources);
        this.cgroups = cgroups;
        this.life = new RunLife(resources, new ShimLauncher(tools), run -> held.remove(run.id(), run));
    }

    /** The facts of a run's handle. Nothing is made on disk. */
    public RunHandle prepare(TaskId id, Path workDir, Optional<String> user) {
        int shown = Math.min(id.allocId().length(), 8);
        Path dir = runs.resolve(id.allocId().substring(0, shown) + "-" + id.run());
        return new RunHandle(dir.toString(), RunHandle.currentBoot(), workDir.toString(), user.orElse(""));
    }

    /**
     * Starts the process of a handle once, whoever asks how often, and completes when it runs. The run is held from the
     * subscription on: a stop that comes before the process is there waits for it and then ends it.
     *
     * @param spec what to run; asked on the io scheduler, may block and fail
     */
    public Mono<Void> start(TaskId id, RunHandle handle, Supplier<ProcessSpec> spec) {
        return Mono.defer(() -> {
            SupervisedRun run = held.computeIfAbsent(id, key -> newRun(key, handle));
            if (run.beginLaunch()) {
                life.begin(run, spec);
            }
            return run.up().value().then();
        });
    }

    /** See {@link io.outrider.drivers.Driver#recover}. */
    public Mono<Recovery> recover(TaskHandle handle) {
        return Mono.defer(() -> {
            SupervisedRun run = held.computeIfAbsent(handle.id(), id -> newRun(id, RunHandle.of(handle)));
            if (run.beginLaunch()) {
                life.beginFind(run);
            }
            return run.found().value();
        });
    }

    /** See {@link io.outrider.drivers.Driver#exit}. */
    public Mono<ExitResult> exit(TaskId id) {
        // Off the loop's thread: what subscribers do next may take long.
        return run(id).flatMap(run -> run.exit().value()).publishOn(resources.io());
    }

    /** Sends {@code signal}, waits, kills; completes when nothing of it lives. */
    public Mono<Void> stop(TaskId id, Signal signal, Duration timeout) {
        return run(id).flatMap(
                        run -> life.launchEnd(run).then(Mono.defer(() -> life.stop(run, signal.number(), timeout))));
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
        return run(id).flatMap(run -> life.launchEnd(run).then(Mono.defer(() -> {
            if (run.process().isPresent() && !run.ended() && !force) {
                return Mono.error(new DriverException(DriverException.Kind.FATAL, "cannot destroy running task"));
            }
            return life.destroy(run);
        })));
    }

    /** See {@link io.outrider.drivers.Driver#discard}. */
    public Mono<Void> discard(TaskHandle handle) {
        return destroy(handle.id(), true).onErrorResume(ProcessSupervisor::isUnknown, error -> Mono.fromCallable(
                        () -> newRun(handle.id(), facts(handle)))
                .flatMap(life::discard));
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

    /**
     * Ends what no handle names any more, kills it if it runs, and removes its directory: runs whose handles were lost
     * with the agent's state, or that were given up. For a moment when nothing starts. One that cannot be ended holds
     * up no other; its error comes last.
     *
     * @param known the handles that count
     */
    public Mono<Void> prune(Collection<TaskHandle> known) {
        return Mono.fromCallable(() -> orphans.among(known))
                .subscribeOn(resources.io())
                .flatMapMany(Flux::fromIterable)
                // Without marks: a newer run of the same task may be alive, and has the same ones.
                .map(orphan -> newRun(orphan.id(), orphan.handle(), Set.of()))
                .concatMapDelayError(run -> life.find(run).then(life.destroy(run)))
                .then();
    }

    /** Why nothing can be run on this machine; empty if something can. Blocks. */
    public Optional<String> obstacle() {
        return Obstacles.find(tools);
    }

    /**
     * Lets go of everything; all processes live on. A start that is under way is waited for; afterwards none begins,
     * and who waits for one gets an error.
     */
    public Mono<Void> close() {
        return life.close()
                .then(Mono.fromRunnable(() -> List.copyOf(held.values()).forEach(run -> {
                    run.process().ifPresent(HeldProcess::release);
                    life.isClosed(run);
                })));
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

    private static boolean isUnknown(Throwable error) {
        return error instanceof DriverException known && known.kind() == DriverException.Kind.TASK_NOT_FOUND;
    }

    /** What the handle says, or when nobody can read it any more, what it must have said. */
    private RunHandle facts(TaskHandle handle) {
        try {
            return RunHandle.of(handle);
        } catch (DriverException unreadable) {
            RunHandle likely = prepare(handle.id(), runs, Optional.empty());
            return new RunHandle(likely.dir(), likely.runDir().boot(), likely.workDir(), "");
        }
    }

    private SupervisedRun newRun(TaskId id, RunHandle handle) {
        return newRun(id, handle, SupervisedRun.marks(id));
    }

    private SupervisedRun newRun(TaskId id, RunHandle handle, Set<String> marks) {
        Optional<Cgroup> cgroup = cgroups.map(all -> all.named(id.toString().replace('/', '.')));
        return new SupervisedRun(id, handle, cgroup, marks);
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
        // In the task's cgroup, so that a stop of the task ends it too.
        List<Path> joins = run.cgroup().map(Cgroup::joinFiles).orElse(List.of());
        return new ProcessSpec(run.id(), command, env, Path.of(run.handle().workDir()), user, Optional.empty(), joins);
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
}
