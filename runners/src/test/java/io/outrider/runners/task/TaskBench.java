package io.outrider.runners.task;

import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.scripted.ScriptedDriver;
import io.outrider.runners.dir.AllocDir;
import io.outrider.runners.dir.AllocDirs;
import io.outrider.runners.dir.Ownership;
import io.outrider.runners.env.NodeVariables;
import io.outrider.runners.hook.HookEvent;
import io.outrider.runners.hook.PrestartResponse;
import io.outrider.runners.hook.TaskHook;
import io.outrider.runners.hook.TaskRequest;
import io.outrider.runners.task.machine.LocalState;
import io.outrider.state.model.Json;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.alloc.TaskState;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload.OfTask;
import io.outrider.state.store.Commit;
import io.outrider.state.store.FailingStore;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.Recovered;
import io.outrider.state.store.StateKey;
import io.outrider.state.store.StateKey.Table;
import io.outrider.state.store.StateStore;
import io.outrider.state.store.StateStoreException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;
import tools.jackson.databind.node.ObjectNode;

/** One task on the scripted driver, in virtual time. */
final class TaskBench {

    private static final Instant T0 = Instant.parse("2026-11-30T09:00:00Z");

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final List<TaskHook> hooks = new ArrayList<>(List.of(new SetupHook()));
    private final List<TaskState> told = new ArrayList<>();
    private final Path dir;
    private Alloc alloc;
    private StateStore store = new MemoryStore(JournalLimits.DEFAULT);
    private boolean broken;
    private Mono<Void> stall = Mono.empty();
    private Mono<Void> gate = Mono.empty();
    private Mono<Void> contacted = Mono.empty();
    private Optional<TaskRunner> runner = Optional.empty();
    private ScriptedDriver driver = new ScriptedDriver(clock(), time, time);
    private FlakyDriver flaky = FlakyDriver.over(driver);
    private Scheduler files = time;

    TaskBench(Path dir, String type, String task) {
        this.dir = dir;
        alloc = alloc(type, task);
        store.open().block(Duration.ofSeconds(5));
    }

    private static Alloc alloc(String type, String task) {
        return Json.read("""
                {"ID": "11111111-0000-0000-0000-000000000000", "Namespace": "default",
                 "TaskGroup": "g",
                 "DesiredStatus": "run", "JobID": "j", "Name": "j.g[0]", "Job": {"ID": "j", "Type": "%s",
                 "TaskGroups": [{"Name": "g", "Tasks": [%s]}]}}""".formatted(type, task), Alloc.class);
    }

    static String task(String config) {
        return task(config, "");
    }

    static String task(String config, String more) {
        return """
                {"Name": "t", "Driver": "mock_driver", "Config": {%s}, "RestartPolicy":
                 {"Attempts": 1, "Interval": 600000000000, "Delay": 200000000,
                  "Mode": "fail"}%s}""".formatted(config, more);
    }

    TaskBench with(TaskHook hook) {
        hooks.add(hook);
        return this;
    }

    /** With this hook and no other. */
    TaskBench only(TaskHook hook) {
        hooks.clear();
        return with(hook);
    }

    /** Directories are made on {@code scheduler}. */
    TaskBench withFilesOn(Scheduler scheduler) {
        files = scheduler;
        return this;
    }

    /** The job was dispatched with this, in base64. */
    TaskBench withPayload(String payload) {
        ObjectNode json = (ObjectNode) Json.mapper().readTree(Json.bytes(alloc));
        json.withObject("Job").put("Payload", payload);
        alloc = Json.read(json, Alloc.class);
        return this;
    }

    TaskBench withBrokenStore() {
        broken = true;
        store = new FailingStore(new StateStoreException(StateStoreException.Kind.IO, "disk full", null));
        return this;
    }

    /** Commits asked for from now on wait for {@code until}. */
    TaskBench stallStore(Mono<Void> until) {
        stall = until;
        return this;
    }

    TaskBench gate(Mono<Void> mono) {
        gate = mono;
        return this;
    }

    TaskBench contacted(Mono<Void> mono) {
        contacted = mono;
        return this;
    }

    StateStore store() {
        return store;
    }

    ScriptedDriver driver() {
        return driver;
    }

    /** The alloc's present version has no task of this name any more: a fault that nobody expects. */
    void losesItsTask() {
        alloc = alloc("service", "");
    }

    /** From now on this call of the driver fails, until it {@link #works}. */
    void fails(String call) {
        flaky.failing().add(call);
    }

    void works(String call) {
        flaky.failing().remove(call);
    }

    /** A new agent, which has of an earlier one what it kept. */
    TaskRunner start() {
        TaskRunner made = new TaskRunner(services(), site(), kept());
        runner = Optional.of(made);
        made.start();
        made.begin();
        time.advanceTime();
        return made;
    }

    TaskRunner runner() {
        return runner.orElseThrow();
    }

    void pass(Duration duration) {
        time.advanceTimeBy(duration);
    }

    VirtualTimeScheduler time() {
        return time;
    }

    /** The durable events of the task. */
    List<TaskEvent> events() {
        return journal().stream().map(OfTask::event).toList();
    }

    List<OfTask> journal() {
        return store.journal().read(0, 1000).block(Duration.ofSeconds(5)).stream()
                .map(entry -> entry.value())
                .filter(event -> event.topic() == Event.Topic.TASK)
                .map(event -> (OfTask) event.payload())
                .toList();
    }

    List<String> types() {
        return events().stream().map(TaskEvent::type).toList();
    }

    List<TaskState> told() {
        return told;
    }

    /** The durable state. */
    TaskState state() {
        return kept().orElseThrow().state();
    }

    LocalState local() {
        return kept().orElseThrow().local();
    }

    /** The stored handle becomes one that the driver, which has forgotten all runs, can make nothing of. */
    void garbleHandle() {
        driver = new ScriptedDriver(clock(), time, time);
        flaky = FlakyDriver.over(driver);
        LocalState local = local();
        TaskHandle handle = Objects.requireNonNull(local.handle());
        TaskHandle garbled = new TaskHandle(handle.version(), handle.driver(), handle.id(), "not json");
        LocalState changed = new LocalState(
                local.hooks(), garbled, local.started(), local.exit(), local.network(), local.runComplete());
        Commit.Change put = new Commit.Change.Put(StateKey.task(Table.TASK_LOCAL, alloc.id(), "t"), changed);
        store.commit(new Commit(List.of(put), List.of())).block(Duration.ofSeconds(5));
    }

    private Optional<TaskRunner.Kept> kept() {
        if (broken) {
            return Optional.empty();
        }
        Recovered rows = store.open().block(Duration.ofSeconds(5));
        Optional<TaskState> state = rows.find(StateKey.task(Table.TASK_STATE, alloc.id(), "t"))
                .map(json -> Json.read(json, TaskState.class));
        LocalState local = rows.find(StateKey.task(Table.TASK_LOCAL, alloc.id(), "t"))
                .map(json -> Json.read(json, LocalState.class))
                .orElseGet(LocalState::none);
        return state.map(found -> new TaskRunner.Kept(found, local));
    }

    private TaskSite site() {
        return new TaskSite("t", () -> alloc, allocDir(), gate, contacted, told::add);
    }

    private TaskServices services() {
        return new TaskServices(
                new StallingStore(store, () -> stall),
                Map.of("mock_driver", flaky),
                hooks,
                () -> new NodeVariables(Map.of(), "dc1", "global", ""),
                new TaskServices.Time(clock(), time, time, new Random(1)),
                TaskServices.Settings.standard(Map.of("PATH", "/bin")));
    }

    AllocDir allocDir() {
        return new AllocDirs(dir.resolve("alloc"), dir.resolve("logs"), new Ownership(false), files).of(alloc.id());
    }

    private Clock clock() {
        return new SchedulerClock(time);
    }

    /** Says what the reference's task_dir hook says. */
    private static final class SetupHook implements TaskHook.Prestart {
        @Override
        public String name() {
            return "task_dir";
        }

        @Override
        public Mono<PrestartResponse> prestart(TaskRequest request) {
            return Mono.fromCallable(() -> {
                request.events().accept(HookEvent.ofMessage("Task Setup", "Building Task Directory"));
                return PrestartResponse.finished();
            });
        }
    }

    private static final class SchedulerClock extends Clock {
        private final Scheduler scheduler;

        SchedulerClock(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return T0.plusNanos(scheduler.now(TimeUnit.NANOSECONDS));
        }
    }
}
