package io.outrider.runners.task.machine;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.StartedTask;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.runners.restart.RestartRules;
import io.outrider.runners.restart.RestartRules.Mode;
import io.outrider.runners.task.machine.TaskMachine.Moment;
import io.outrider.runners.task.machine.TaskMachine.Step;
import io.outrider.runners.task.machine.TaskMachine.Told;
import io.outrider.runners.task.machine.TaskSpec.KillSpec;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Drives the pure machine by hand: a run, its clock, and all that it has told and ordered. */
final class MachineProbe {

    static final Instant T0 = Instant.parse("2026-11-30T09:00:00Z");

    private final List<TaskEvent> events = new ArrayList<>();
    private final List<TaskEffect> effects = new ArrayList<>();
    private TaskRun run;
    private Instant now = T0;
    private int runs;

    MachineProbe(TaskSpec spec) {
        this(TaskRun.created(spec, TaskState.pending(), LocalState.none(), T0));
    }

    MachineProbe(TaskRun run) {
        this.run = run;
    }

    static TaskSpec batch(int attempts) {
        return spec(attempts, false, Duration.ZERO);
    }

    static TaskSpec spec(int attempts, boolean onSuccess, Duration shutdownDelay) {
        RestartRules rules =
                new RestartRules(attempts, Duration.ofMinutes(10), Duration.ofMillis(200), Mode.FAIL, onSuccess);
        KillSpec kill = new KillSpec("", Duration.ofSeconds(5), shutdownDelay);
        return new TaskSpec(rules, kill, false, false, false, 100);
    }

    static TaskHandle handle(int run) {
        return new TaskHandle(1, "mock_driver", new TaskId("alloc", "t", "%08x".formatted(run)), "{}");
    }

    /** The agent dies and another reads what was kept. */
    MachineProbe reborn() {
        MachineProbe next = new MachineProbe(TaskRun.created(run.spec(), run.state(), run.local(), now));
        next.now = now;
        next.runs = runs;
        return next;
    }

    MachineProbe in(TaskInput input) {
        Step step = TaskMachine.step(run, input, new Moment(now, 0));
        run = step.run();
        step.told().stream().map(Told::event).forEach(events::add);
        effects.addAll(step.effects());
        return this;
    }

    MachineProbe pass(Duration time) {
        now = now.plus(time);
        return this;
    }

    MachineProbe begin() {
        return in(new TaskInput.Begin());
    }

    MachineProbe toHooks() {
        return in(new TaskInput.Released());
    }

    MachineProbe toStart() {
        runs++;
        return toHooks()
                .in(new TaskInput.Prestarted(Map.of(), Optional.empty()))
                .in(new TaskInput.Prepared(handle(runs)))
                .in(new TaskInput.Saved());
    }

    MachineProbe toRunning() {
        return toStart().started();
    }

    MachineProbe started() {
        return in(new TaskInput.Started(new StartedTask(Optional.empty())));
    }

    MachineProbe startFails(String error, boolean recoverable) {
        return in(new TaskInput.StartFailed(List.of(TaskEvents.driverFailure(now, error)), recoverable));
    }

    MachineProbe exits(ExitResult exit) {
        return in(new TaskInput.Exited(exit, Optional.empty()));
    }

    MachineProbe cleaned() {
        return in(new TaskInput.Cleaned());
    }

    MachineProbe kill() {
        return in(new TaskInput.Kill(Optional.of(TaskEvents.killing(now, Duration.ofSeconds(5)))));
    }

    MachineProbe release() {
        return in(new TaskInput.Kill(Optional.empty()));
    }

    MachineProbe restart(boolean failure, boolean force) {
        return in(new TaskInput.Restart(7, TaskEvents.restartSignaled(now, "why"), failure, force));
    }

    MachineProbe preKilled() {
        return in(new TaskInput.PreKilled());
    }

    MachineProbe stopped() {
        return in(new TaskInput.Stopped(Optional.empty()));
    }

    MachineProbe timeUp() {
        return in(new TaskInput.TimeUp());
    }

    MachineProbe recovered(Recovery recovery) {
        return in(new TaskInput.Recovered(recovery));
    }

    TaskRun run() {
        return run;
    }

    List<TaskEffect> effects() {
        return effects;
    }

    List<String> types() {
        return events.stream().map(TaskEvent::type).toList();
    }

    TaskEvent last(String type) {
        return events.stream()
                .filter(event -> event.type().equals(type))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    TaskEffect lastEffect() {
        return effects.get(effects.size() - 1);
    }
}
