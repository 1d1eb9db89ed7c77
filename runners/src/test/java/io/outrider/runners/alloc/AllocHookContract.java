package io.outrider.runners.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.scripted.ScriptedDriver;
import io.outrider.runners.dir.AllocDirs;
import io.outrider.runners.dir.Ownership;
import io.outrider.runners.env.NodeVariables;
import io.outrider.runners.hook.AllocHook;
import io.outrider.runners.hook.AllocRequest;
import io.outrider.runners.hook.SlowServices;
import io.outrider.runners.task.TaskServices;
import io.outrider.state.model.Json;
import io.outrider.state.model.alloc.Alloc;
import io.outrider.state.model.event.Event;
import io.outrider.state.model.event.EventPayload;
import io.outrider.state.store.JournalLimits;
import io.outrider.state.store.MemoryStore;
import io.outrider.state.store.StateStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * What every hook of allocs must do, run by the runner of an alloc. A hook's tests extend this; what the hook needs of
 * others is done on {@link #services}, which stand still until the test moves them.
 */
abstract class AllocHookContract {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String JOB = """
            {"ID": "j", "Type": "batch", "TaskGroups": [{"Name": "g", "Tasks": [
              {"Name": "t", "Driver": "mock_driver", "Config": {"run_for": "1h"}}]}]}""";

    @TempDir
    private Path dir;

    private final SlowServices services = new SlowServices();
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final StateStore store = new MemoryStore(JournalLimits.DEFAULT);
    private final Alloc alloc = Allocs.of(Json.mapper().readTree(JOB), 0);
    private final List<Event> events = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();

    /** A new one; it takes part in prerun. */
    protected abstract AllocHook.Prerun hook();

    /** Whether it waits for {@link #services}; one that does not ends at once. */
    protected abstract boolean waits();

    protected SlowServices services() {
        return services;
    }

    @BeforeEach
    void open() {
        store.open().block(SECOND);
    }

    private AllocServices with(AllocHook hook) {
        Clock clock = Clock.systemUTC();
        TaskServices tasks = new TaskServices(
                store,
                Map.of("mock_driver", new ScriptedDriver(clock, time, time)),
                List.of(),
                () -> new NodeVariables(Map.of(), "dc1", "global", ""),
                new TaskServices.Time(clock, time, time, new Random(1)),
                TaskServices.Settings.standard(Map.of("PATH", "/bin")));
        AllocDirs dirs = new AllocDirs(dir.resolve("alloc"), dir.resolve("logs"), new Ownership(false), services);
        return new AllocServices(tasks, List.of(hook), dirs, AllocServices.Settings.standard());
    }

    private AllocRunner runner() {
        AllocSetup setup = new AllocSetup(alloc, Map.of(), Mono.empty(), update -> {});
        AllocRunner runner = new AllocRunner(with(new Watched()), setup);
        runner.start();
        time.advanceTime();
        assertThat(calls).isEqualTo(waits() ? List.of("called") : List.of("called", "ended"));
        return runner;
    }

    private void move() {
        for (int i = 0; i < 10; i++) {
            services.move();
            time.advanceTime();
        }
    }

    /** The moments by their names in events, all but prerun. */
    private static Map<String, Moment> moments() {
        Map<String, Moment> all = new LinkedHashMap<>();
        all.put("update", new Moment(AllocHook.Update.class, AllocHookWork::update));
        all.put("prekill", new Moment(AllocHook.PreKill.class, AllocHookWork::preKill));
        all.put("pretaskrestart", new Moment(AllocHook.PreTaskRestart.class, AllocHookWork::preTaskRestart));
        all.put("postrun", new Moment(AllocHook.Postrun.class, AllocHookWork::postrun));
        all.put("destroy", new Moment(AllocHook.Destroy.class, AllocHookWork::destroy));
        all.put("shutdown", new Moment(AllocHook.Shutdown.class, AllocHookWork::shutdown));
        return all;
    }

    @Test
    void eachMomentHasADeadlineAndTheHookIsAbandonedThenAndNamed() {
        assertThat(hook().deadline()).isBetween(SECOND, Duration.ofMinutes(1));
        AllocServices made = with(hook());
        AllocHookWork work = new AllocHookWork(made, made.dirs().of(alloc.id()), events::add);
        moments().forEach((name, moment) -> {
            events.clear();
            CompletableFuture<Void> end = moment.call.apply(work, alloc).toFuture();
            if (!waits() || !moment.type.isInstance(hook())) {
                assertThat(end).as(name).isCompleted();
                return;
            }
            time.advanceTimeBy(hook().deadline().minus(SECOND));
            assertThat(end).as(name).isNotDone();
            time.advanceTimeBy(SECOND);
            assertThat(end).as(name).isDone();
            assertThat(end.isCompletedExceptionally()).as(name).isEqualTo(name.equals("destroy"));
            assertThat(events)
                    .extracting(Event::payload)
                    .containsExactly(new EventPayload.Note(
                            "alloc " + alloc.id() + ": " + name + " hook \"" + hook().name() + "\" failed: " + late(),
                            Map.of("hook", hook().name(), "moment", name)));
        });
    }

    private String late() {
        return "hook did not end within " + hook().deadline().toSeconds() + " s and was abandoned";
    }

    @Test
    void aPrerunThatIsAbandonedFailsTheTasksInItsName() {
        AllocRunner runner = runner();
        if (!waits()) {
            return;
        }
        time.advanceTimeBy(hook().deadline().minus(SECOND));
        assertThat(calls).containsExactly("called");
        time.advanceTimeBy(SECOND);
        assertThat(calls).containsExactly("called", "cancelled");
        move();
        assertThat(taskEvents())
                .anyMatch(text -> text.contains("pre-run hook \"" + hook().name() + "\" failed: " + late()));
        assertThat(runner.view().clientStatus()).isEqualTo("failed");
    }

    @Test
    void aKillCancelsPrerunAndNoTaskStarts() throws Exception {
        AllocRunner runner = runner();
        if (!waits()) {
            return;
        }
        CompletableFuture<Void> gone = runner.destroy().toFuture();
        time.advanceTimeBy(SECOND);
        assertThat(calls).containsExactly("called", "cancelled");
        move();
        gone.get(1, TimeUnit.SECONDS);
        assertThat(types()).doesNotContain("Started");
    }

    @Test
    void theAgentsLeaveCancelsPrerunAndLeavesTheTasksAlone() throws Exception {
        AllocRunner runner = runner();
        if (!waits()) {
            return;
        }
        CompletableFuture<Void> left = runner.shutdown().toFuture();
        time.advanceTimeBy(SECOND);
        assertThat(calls).containsExactly("called", "cancelled");
        move();
        left.get(1, TimeUnit.SECONDS);
        assertThat(types()).doesNotContain("Started", "Killing", "Setup Failure");
        assertThat(runner.view().clientStatus()).isEqualTo("pending");
    }

    @Test
    void tasksStartWhenPrerunHasEnded() {
        runner();
        if (waits()) {
            assertThat(types()).doesNotContain("Started");
        }
        move();
        assertThat(calls).containsExactly("called", "ended");
        assertThat(types()).contains("Started");
    }

    @Test
    void everyMomentMayComeAgainAndDoesNoHarm() {
        AllocServices made = with(hook());
        AllocHookWork work = new AllocHookWork(made, made.dirs().of(alloc.id()), events::add);
        for (int i = 0; i < 2; i++) {
            finish(work.prerun(alloc));
        }
        moments().values().forEach(moment -> {
            finish(moment.call.apply(work, alloc));
            finish(moment.call.apply(work, alloc));
        });
        assertThat(events).isEmpty();
    }

    private void finish(Mono<Void> work) {
        CompletableFuture<Void> end = work.toFuture();
        move();
        assertThat(end).isCompleted();
    }

    @Test
    void whatFollowsDoesNoHarmToAnAllocThatWasNeverSetUp() {
        AllocServices made = with(hook());
        AllocHookWork work = new AllocHookWork(made, made.dirs().of(alloc.id()), events::add);
        finish(work.preKill(alloc));
        finish(work.postrun(alloc));
        finish(work.destroy(alloc));
        assertThat(events).isEmpty();
    }

    private List<EventPayload.OfTask> tasks() {
        return Objects.requireNonNull(store.journal().read(0, 1000).block(SECOND)).stream()
                .map(entry -> entry.value())
                .filter(event -> event.topic() == Event.Topic.TASK)
                .map(event -> (EventPayload.OfTask) event.payload())
                .toList();
    }

    private List<String> types() {
        return tasks().stream().map(task -> task.event().type()).toList();
    }

    private List<String> taskEvents() {
        return tasks().stream()
                .map(task -> String.valueOf(task.event().displayMessage()))
                .toList();
    }

    private record Moment(Class<? extends AllocHook> type, BiFunction<AllocHookWork, Alloc, Mono<Void>> call) {}

    /** The hook's prerun, with a trace of what becomes of it. */
    private final class Watched implements AllocHook.Prerun {
        private final AllocHook.Prerun hook = hook();

        @Override
        public String name() {
            return hook.name();
        }

        @Override
        public Duration deadline() {
            return hook.deadline();
        }

        @Override
        public Mono<Void> prerun(AllocRequest request) {
            return Mono.defer(() -> {
                        calls.add("called");
                        return hook.prerun(request);
                    })
                    .doOnSuccess(nothing -> calls.add("ended"))
                    .doOnCancel(() -> calls.add("cancelled"));
        }
    }
}
