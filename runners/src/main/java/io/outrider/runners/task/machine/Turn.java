package io.outrider.runners.task.machine;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.StartedTask.DriverNetwork;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.runners.restart.RestartTracker;
import io.outrider.runners.restart.RestartVerdict;
import io.outrider.runners.task.machine.TaskInput.Exited;
import io.outrider.runners.task.machine.TaskInput.Signal;
import io.outrider.runners.task.machine.TaskInput.StartFailed;
import io.outrider.runners.task.machine.TaskMachine.Moment;
import io.outrider.runners.task.machine.TaskMachine.Step;
import io.outrider.runners.task.machine.TaskMachine.Told;
import io.outrider.runners.task.machine.TaskRun.End;
import io.outrider.runners.task.machine.TaskRun.Wishes;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One step of the machine while it is being made: what the phases change, tell and order. Lives for one step. */
final class Turn {

    private static final String NOT_RUNNING = "Task not running";

    private final Moment moment;
    private final List<Told> told = new ArrayList<>();
    private final List<TaskEffect> effects = new ArrayList<>();
    private TaskSpec spec;
    private TaskState state;
    private LocalState local;
    private RestartTracker tracker;
    private Phase phase;
    private Wishes wishes;
    private End end;

    Turn(TaskRun run, Moment moment) {
        this.moment = moment;
        this.spec = run.spec();
        this.state = run.state();
        this.local = run.local();
        this.tracker = run.tracker();
        this.phase = run.phase();
        this.wishes = run.wishes();
        this.end = run.end();
    }

    Step step() {
        return new Step(new TaskRun(spec, state, local, tracker, phase, wishes, end), told, effects);
    }

    // What phases read.

    Phase phase() {
        return phase;
    }

    TaskSpec spec() {
        return spec;
    }

    TaskState state() {
        return state;
    }

    LocalState local() {
        return local;
    }

    Instant now() {
        return moment.now();
    }

    boolean killed() {
        return wishes.kill();
    }

    boolean skipsDelay() {
        return wishes.skipDelay();
    }

    /** Whether the task dies without grace. A restart has its grace, whatever was said of kills. */
    private boolean hasty() {
        return wishes.kill() && wishes.haste();
    }

    boolean mustNotRun() {
        return wishes.kill() || spec.terminal();
    }

    TaskHandle handle() {
        return local.heldHandle().orElseThrow(() -> new IllegalStateException("phase " + phase + " without a handle"));
    }

    // What phases change.

    void to(Phase next) {
        phase = next;
    }

    void effect(TaskEffect effect) {
        effects.add(effect);
    }

    void local(LocalState next) {
        local = next;
    }

    void state(String next) {
        state = TaskStates.enter(state, next, end.at().orElse(now()), now());
    }

    void event(TaskEvent event) {
        state = TaskStates.append(state, event, spec.maxEvents());
        told.add(new Told(event, state));
    }

    void killError(String error) {
        end = new End(end.at(), Optional.of(error));
    }

    void markKilled() {
        if (killed()) {
            tracker = tracker.killed();
        }
    }

    void restartAsked(boolean failure) {
        tracker = tracker.restartAsked(failure);
    }

    void exited(ExitResult exit) {
        tracker = tracker.exited(exit);
    }

    void forgetRun() {
        local = local.withoutRun();
    }

    // Wishes that mean the same in every phase, or are told to it.

    void kill() {
        if (!killed()) {
            wishes = wishes.withKill();
            Phase before = phase;
            phase.kill(this);
            if (hasty() && phase == before) {
                phase.hasten(this);
            }
        }
    }

    void hasten() {
        wishes = wishes.withHaste();
        phase.hasten(this);
    }

    void skipShutdownDelay() {
        wishes = wishes.withSkipDelay();
        phase.skipDelay(this);
    }

    void update(TaskSpec next) {
        spec = next;
        tracker = tracker.withRules(next.rules());
        if (!next.terminal()) {
            effect(new TaskEffect.RunUpdateHooks());
        }
    }

    void accept(long ticket) {
        effect(new TaskEffect.Answer(ticket, Optional.empty()));
    }

    void refuse(long ticket) {
        effect(new TaskEffect.Answer(ticket, Optional.of(NOT_RUNNING)));
    }

    void signal(Signal wish) {
        event(wish.event());
        effect(new TaskEffect.SendSignal(wish.ticket(), id(), wish.signal()));
    }

    // Ways from phase to phase.

    /** Towards a start: behind the gate of the task's place in its group. */
    void toGate() {
        if (mustNotRun()) {
            leave();
        } else {
            to(new StartPhase.Gated());
            effect(new TaskEffect.AwaitGate());
        }
    }

    void startFailed(StartFailed failure) {
        failure.events().forEach(this::event);
        tracker = tracker.startFailed(failure.recoverable());
        if (local.started()) {
            // A run that was found again but cannot go on.
            effect(new TaskEffect.WatchExit(id(), true));
            stop(false);
        } else if (local.heldHandle().isPresent()) {
            cleanUp(false);
        } else if (killed()) {
            leave();
        } else {
            decide();
        }
    }

    /** The run ends, if there is one, and no other follows it. */
    void fault(String reason) {
        StartFailed failure = new StartFailed(List.of(TaskEvents.driverFailure(now(), reason)), false);
        if (phase instanceof EndPhase.Finishing) {
            failure.events().forEach(this::event);
            phase.stopHooksDone(this);
        } else if (!(phase instanceof Phase.After) || phase instanceof EndPhase.BackingOff) {
            startFailed(failure);
        }
    }

    /** The task runs: just started, or found running by an agent that has come back. */
    void goOn(@Nullable DriverNetwork network, boolean recovered) {
        boolean news = !local.started();
        local = local.withStarted(network);
        if (news) {
            state(TaskState.RUNNING);
            event(TaskEvents.started(now()));
        } else {
            // It may have been waiting for its shutdown delay: it started when it started.
            state = state.withState(TaskState.RUNNING);
        }
        effect(new TaskEffect.WatchExit(id(), recovered));
        if (killed()) {
            preKill();
        } else {
            to(new RunPhase.Running());
            effect(new TaskEffect.RunPoststart());
        }
    }

    void preKill() {
        if (hasty()) {
            stop(true);
            return;
        }
        to(new RunPhase.PreKilling());
        effect(new TaskEffect.RunPreKill());
    }

    /** Has the driver stop the run; {@code hard} without grace. */
    void stop(boolean hard) {
        markKilled();
        to(new RunPhase.Stopping(false));
        Duration timeout = hard || hasty() ? Duration.ZERO : spec.kill().timeout();
        effect(new TaskEffect.Stop(id(), spec.kill().signal(), timeout));
    }

    /** The run's end is known and told. */
    void ended(Exited exited) {
        end = new End(exited.at(), end.killError());
        local = local.withExit(exited.exit());
        exited(exited.exit());
        event(TaskEvents.terminated(now(), exited.exit()));
    }

    /** Removes what is left of the run; then the restart policy decides, unless the run never was and shall not be. */
    void cleanUp(boolean exitedHooks) {
        boolean over = killed() && local.exit() == null;
        to(new RunPhase.Cleaning(!over));
        effect(new TaskEffect.CleanUp(handle(), exitedHooks));
    }

    void decide() {
        RestartTracker.Decision decision = tracker.decide(now(), moment.dice());
        tracker = decision.tracker();
        decision.verdict().to(new Verdicts());
    }

    void dropAndLeave() {
        effect(new TaskEffect.Drop());
        leave();
    }

    /** The task will not start again by itself. */
    void leave() {
        if (local.heldHandle().isPresent()) {
            // A run that was found again in an alloc that must not run (row R70).
            effect(new TaskEffect.WatchExit(id(), true));
            wishes = wishes.withKill();
            preKill();
            return;
        }
        state(TaskState.DEAD);
        if (killed() || spec.poststop() || local.runComplete()) {
            finish();
        } else {
            to(new EndPhase.Resting());
        }
    }

    void finish() {
        local = local.completed();
        to(new EndPhase.Finishing());
        effect(new TaskEffect.RunStopHooks());
    }

    private TaskId id() {
        return handle().id();
    }

    private final class Verdicts implements RestartVerdict.Cases {
        @Override
        public void killed() {
            state(TaskState.DEAD);
            event(TaskEvents.killed(now(), end.killError()));
            leave();
        }

        @Override
        public void finished() {
            leave();
        }

        @Override
        public void givenUp(String reason) {
            state(TaskState.DEAD);
            event(TaskEvents.notRestarting(now(), reason));
            leave();
        }

        @Override
        public void again(Duration delay, String reason) {
            end = End.NONE;
            state(TaskState.PENDING);
            event(TaskEvents.restarting(now(), delay, reason));
            if (mustNotRun() || delay.isZero()) {
                toGate();
            } else {
                to(new EndPhase.BackingOff());
                effect(new TaskEffect.Timer(delay));
            }
        }
    }
}
