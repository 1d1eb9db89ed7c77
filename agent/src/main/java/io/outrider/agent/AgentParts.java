package io.outrider.agent;

import io.outrider.agent.AgentException.Kind;
import io.outrider.agent.StartList.Part;
import io.outrider.agent.http.HttpApi;
import io.outrider.agent.job.JobChecks;
import io.outrider.agent.job.JobException;
import io.outrider.agent.job.JobKey;
import io.outrider.agent.job.JobProblem;
import io.outrider.agent.job.JobStatus;
import io.outrider.agent.job.LocalFeed;
import io.outrider.agent.job.RunningJob;
import io.outrider.agent.local.RunningNode;
import io.outrider.agent.standalone.ControlPlane;
import io.outrider.agent.store.DamageNotes;
import io.outrider.agent.store.WatchedStore;
import io.outrider.drivers.DriverException;
import io.outrider.drivers.TaskUsage;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogStore;
import io.outrider.drivers.logs.files.FileLogStore;
import io.outrider.runners.alloc.AllocServices;
import io.outrider.runners.alloc.NodeRunners;
import io.outrider.runners.dir.AllocDirs;
import io.outrider.runners.dir.Ownership;
import io.outrider.runners.env.HostEnv;
import io.outrider.runners.env.NodeVariables;
import io.outrider.runners.hook.HookException;
import io.outrider.runners.hook.alloc.AllocHooks;
import io.outrider.runners.hook.task.TaskHooks;
import io.outrider.runners.task.RunnerException;
import io.outrider.runners.task.TaskServices;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.job.Canonical;
import io.outrider.state.model.job.Job;
import io.outrider.state.model.node.Node;
import io.outrider.state.store.Commit;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StoreConfig;
import io.outrider.state.store.StoreThreads;
import io.outrider.state.store.sqlite.SqliteStore;
import io.outrider.streams.Delivery;
import io.outrider.streams.EventLog;
import io.outrider.streams.Once;
import io.outrider.streams.Position;
import io.outrider.streams.Workers;
import io.outrider.streams.log.JournalEventLog;
import io.outrider.streams.log.Retention;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** What one agent is made of, and the order in which it starts. Lives from one start to one stop. */
final class AgentParts {

    /** What readers of the present share in memory. */
    private static final Retention RECENT = new Retention(4096, 4L << 20);

    private static final Duration NO_HEARTBEAT = Duration.ZERO;
    private static final int IO_THREADS = 8;
    private static final int IO_QUEUE = 10_000;
    private static final int RUNNER_THREADS = 2;
    /** How long readers have for what is durable when the agent closes. */
    private static final Duration LAST_EVENTS = Duration.ofSeconds(1);

    private static final Duration FINGERPRINTS = Duration.ofSeconds(5);
    private static final StateKey NODE_ID = new StateKey(StateKey.Table.META, "node-id");

    private final NodeAgentConfig config;
    private final Workers workers = new Workers();
    private final Scheduler io = workers.blockingFailWhenFull("io", IO_THREADS, IO_QUEUE);
    private final Scheduler timer = workers.single("timer");
    /** Its own: parts stop on it after one that was late. */
    private final Scheduler closing = workers.single("closing");
    /** Jitter and names of runs: no secrets, and unlike SecureRandom it never reads a device on a loop's thread. */
    private final Random random = new Random(new SecureRandom().nextLong());

    /** The end of everything that is told of running tasks. */
    private final Once<Void> streamsEnd = new Once<>();

    private final StateStore store;
    private final AllocDirs dirs;
    private final StartList list;
    private final HttpPart http;
    private @Nullable DataDirLock lock;
    private @Nullable Recovered recovered;
    private @Nullable JournalEventLog<Event> eventLog;
    private @Nullable LogStore logStore;
    private @Nullable Supervision supervision;
    private @Nullable Node node;
    private @Nullable Placing placing;
    private @Nullable NodeRunners runners;

    AgentParts(NodeAgentConfig config) {
        this.config = config;
        this.store = new WatchedStore(new SqliteStore(
                StoreConfig.of(config.dataDir().resolve("state")).withJournal(config.events()),
                StoreThreads.of(workers),
                config.clock()));
        this.dirs = new AllocDirs(
                config.dataDir().resolve("alloc"), config.dataDir().resolve("logs"), Ownership.ofProcess(), io);
        this.http = new HttpPart(config, workers);
        this.list = new StartList(parts(), config.closeTimeout(), closing);
    }

    private List<Part> parts() {
        return List.of(
                new Part("threads", Mono::empty, () -> workers.close(config.closeTimeout()), true),
                new Part("data directory", this::takeLock, this::freeLock),
                new Part("address", () -> http.check(io), Mono::empty),
                new Part("state", this::openStore, store::close),
                new Part("event log", this::openLog, this::closeLog),
                new Part("supervision", this::startSupervision, this::closeSupervision),
                new Part("feed", this::openFeed, this::closeFeed),
                new Part("runners", this::startRunners, this::closeRunners),
                new Part("http", () -> http.start(this::served), http::close));
    }

    Mono<Void> start() {
        return list.start().onErrorMap(this::told);
    }

    Mono<Void> stop() {
        return list.stop().onErrorMap(this::told);
    }

    private Mono<Void> takeLock() {
        return Mono.fromCallable(() -> lock = DataDirLock.take(
                        config.dataDir(), ProcessHandle.current().pid()))
                .subscribeOn(io)
                .then();
    }

    private Mono<Void> freeLock() {
        return Mono.<Void>fromCallable(() -> {
                    if (lock != null) {
                        lock.close();
                    }
                    return null;
                })
                .subscribeOn(io);
    }

    private Mono<Void> openStore() {
        return store.open().doOnNext(found -> recovered = found).then();
    }

    private Mono<Void> openLog() {
        return Mono.defer(() -> {
            eventLog = JournalEventLog.open(store.journal(), RECENT, config.clock(), workers.single("events"));
            return tellOfDamage(found());
        });
    }

    private Mono<Void> closeLog() {
        return Mono.defer(() -> eventLog == null ? Mono.empty() : eventLog.end(LAST_EVENTS, timer));
    }

    /** A value that was set aside is something that readers of events must know of. */
    private Mono<Void> tellOfDamage(Recovered found) {
        List<Event> events = DamageNotes.of(found, config.clock().instant());
        return events.isEmpty()
                ? Mono.empty()
                : store.commit(new Commit(List.of(), events)).then();
    }

    private Mono<Void> startSupervision() {
        return Mono.fromRunnable(() -> {
                    supervision = Supervision.start(config, timer, io);
                    logStore = new FileLogStore(workers.blockingFailWhenFull("log-reader", 4, IO_QUEUE));
                })
                .subscribeOn(io)
                .then();
    }

    private Mono<Void> closeSupervision() {
        return Mono.defer(() -> {
            // Those of running tasks have no end of their own; and nothing new comes from now on.
            streamsEnd.complete();
            return supervision == null ? Mono.empty() : supervision.close();
        });
    }

    private Mono<Void> openFeed() {
        return Mono.defer(() ->
                        AgentNode.driverAttributes(made(supervision).drivers().values(), FINGERPRINTS, timer))
                .publishOn(io)
                .flatMap(this::openFeed);
    }

    private Mono<Void> openFeed(Map<String, String> attributes) {
        String id = nodeId();
        Node self = AgentNode.of(
                config, id, new AgentNode.Drivers(made(supervision).drivers().keySet(), attributes));
        node = self;
        Placing made = Placing.of(new Placing.Means(store, found(), workers, timer, random), self, config);
        placing = made;
        Commit known = new Commit(List.of(new Commit.Change.Put(NODE_ID, id)), List.of());
        return store.commit(known).then(made.start());
    }

    private Mono<Void> startRunners() {
        return Mono.defer(() -> {
            Supervision tools = made(supervision);
            TaskServices.Time time =
                    new TaskServices.Time(config.clock(), workers.parallel("runner", RUNNER_THREADS), timer, random);
            TaskServices tasks = new TaskServices(
                    store,
                    tools.drivers(),
                    TaskHooks.all(tools.drain(), tools::collectsLogs),
                    () -> NodeVariables.of(made(placing).node(made(node)), config.region()),
                    time,
                    TaskServices.Settings.standard(HostEnv.clean()));
            AllocServices allocs = new AllocServices(tasks, AllocHooks.all(), dirs, AllocServices.Settings.standard());
            NodeRunners made = new NodeRunners(allocs, made(placing).feed(), found());
            runners = made;
            return made.start().doOnSuccess(nothing -> {
                tools.prepareDrain();
                tools.tidy();
            });
        });
    }

    private Mono<Void> closeRunners() {
        return Mono.defer(() -> runners == null ? Mono.empty() : runners.close());
    }

    HttpPart http() {
        return http;
    }

    private HttpApi.Served served() {
        return new HttpApi.Served(
                new RunningNode(made(node), made(runners), dirs, made(logStore)),
                made(placing).maybePlane());
    }

    private String nodeId() {
        return found().find(NODE_ID)
                .map(json -> new String(json, StandardCharsets.UTF_8).replace("\"", ""))
                .orElseGet(() -> UUID.randomUUID().toString());
    }

    private Mono<Void> closeFeed() {
        return Mono.defer(() -> placing == null ? Mono.empty() : placing.close());
    }

    Mono<RunningJob> run(Job job) {
        Job whole = Canonical.of(job);
        List<JobProblem> problems =
                JobChecks.all(whole, made(supervision).drivers().keySet());
        if (!problems.isEmpty()) {
            return Mono.error(new JobException(
                    JobException.Kind.INVALID,
                    "the job cannot be run: "
                            + problems.stream().map(JobProblem::message).collect(Collectors.joining("; "))));
        }
        // Finding ids and free ports blocks, and the subscriber may be on a loop's thread: the end of start() is.
        return feed().place(whole).subscribeOn(io).onErrorMap(this::told);
    }

    Mono<Void> stop(JobKey job) {
        return feed().stop(job).onErrorMap(this::told);
    }

    Mono<Void> kill(JobKey job) {
        return Flux.fromIterable(feed().statusNow(job).allocs())
                .doOnNext(alloc -> made(runners).hasten(alloc.id()))
                .then(stop(job));
    }

    Mono<Void> remove(JobKey job) {
        JobStatus status = feed().statusNow(job);
        if (!status.ended()) {
            return Mono.error(hasNotEnded(job));
        }
        return Flux.fromIterable(feed().allocs(job))
                .concatMap(alloc -> collect(alloc, job))
                .then(feed().forget(job))
                .onErrorMap(
                        HookException.class,
                        e -> new AgentException(
                                Kind.DATA_DIR_UNUSABLE,
                                e.getMessage() + ". Mend that, and remove job " + job + " again",
                                e))
                .onErrorMap(this::told);
    }

    /** One that is not here was removed before: then the rest remains to be done. */
    private Mono<Void> collect(String alloc, JobKey job) {
        return made(runners).collect(alloc).onErrorResume(RunnerException.class, e -> switch (e.kind()) {
            case NOT_FOUND -> Mono.empty();
            case LEAVING -> Mono.error(new AgentException(Kind.NOT_RUNNING, String.valueOf(e.getMessage()), e));
            default -> Mono.error(hasNotEnded(job));
        });
    }

    private static JobException hasNotEnded(JobKey job) {
        return new JobException(
                JobException.Kind.RUNNING, "job " + job + " has not ended: stop it, and remove it when it has");
    }

    LocalFeed feed() {
        return made(placing).local();
    }

    ControlPlane plane() {
        return made(placing).plane();
    }

    EventLog<Event> eventLog() {
        return made(eventLog);
    }

    Flux<Delivery<Event>> events(Position from) {
        return eventLog().read(from, NO_HEARTBEAT).onErrorMap(this::told);
    }

    /** Failures as {@link NodeAgent} promises them. */
    private Throwable told(Throwable error) {
        if (error instanceof RejectedExecutionException) {
            return streamsEnd.isSet()
                    ? new AgentException(Kind.NOT_RUNNING, "the agent was closed meanwhile", error)
                    : new AgentException(
                            Kind.BUSY, "more is asked of the agent at the same time than it takes: ask later", error);
        }
        return AgentException.of(error);
    }

    /** Fails for a task that is not placed here: nothing would ever come of it. */
    private void requireTask(String allocId, String task) {
        boolean known = made(placing).alloc(allocId).flatMap(Alloc::group).stream()
                .flatMap(group -> group.taskList().stream())
                .anyMatch(placed -> placed.name().equals(task));
        if (!known) {
            throw new JobException(
                    JobException.Kind.UNKNOWN,
                    "alloc \"" + allocId + "\" with a task \"" + task + "\" is not on this node");
        }
    }

    Flux<LogItem> logs(LogQuery query) {
        requireTask(query.allocId(), query.task());
        return made(logStore)
                .read(new LogStore.Query(
                        dirs.of(query.allocId()).logs(), query.task(), query.fd(), query.offset(), query.follow()))
                .takeUntilOther(streamsEnd.value())
                .onErrorMap(this::told);
    }

    Flux<TaskUsage> usage(String allocId, String task, Duration interval) {
        requireTask(allocId, task);
        return made(runners)
                .usage(allocId, task, interval)
                .takeUntilOther(streamsEnd.value())
                // Placed and not here yet, or over: it does not run.
                .onErrorResume(AgentParts::doesNotRun, error -> Flux.empty())
                .onErrorMap(this::told);
    }

    private static boolean doesNotRun(Throwable error) {
        return error instanceof RunnerException
                || error instanceof DriverException driver && driver.kind() == DriverException.Kind.TASK_NOT_FOUND;
    }

    private Recovered found() {
        return made(recovered);
    }

    private static <T> T made(@Nullable T part) {
        return Objects.requireNonNull(part, "used before its start");
    }
}
