package io.outrider.runners.task.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.StartedTask;
import io.outrider.drivers.TaskId;
import io.outrider.runners.task.machine.TaskMachine.Moment;
import io.outrider.runners.task.machine.TaskMachine.Step;
import io.outrider.state.model.TaskEvent;
import io.outrider.state.model.alloc.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random lives against a plain model of the world: a driver that has at most one process, work that may be cut off,
 * results that come late, wishes at any time, agents that die.
 */
class TaskMachinePropertyTest {

    private static final int LIVES = 20_000;
    private static final int STEPS = 60;

    @Test
    void noTwoRunsAtOnceNoLostKillNoSilentEnd() {
        for (int seed = 0; seed < LIVES; seed++) {
            Life life = new Life(seed);
            life.live();
            life.killAndSettle();
        }
    }

    /** One task in one world. */
    private static final class Life {

        private final Random random;
        private final String name;
        private final List<TaskEvent> events = new ArrayList<>();
        private final Set<TaskId> alive = new HashSet<>();
        private final Set<TaskId> ever = new HashSet<>();
        private TaskRun run;
        private Instant now = MachineProbe.T0;
        private Optional<TaskEffect> work = Optional.empty();
        private Optional<TaskId> watched = Optional.empty();
        private boolean timer;
        private boolean killAsked;
        private int handles;

        Life(int seed) {
            random = new Random(seed);
            name = "seed " + seed;
            Duration delay = random.nextBoolean() ? Duration.ZERO : Duration.ofSeconds(1);
            TaskSpec spec = MachineProbe.spec(random.nextInt(3), random.nextBoolean(), delay);
            run = TaskRun.created(spec, TaskState.pending(), LocalState.none(), now);
        }

        void live() {
            in(new TaskInput.Begin());
            for (int i = 0; i < STEPS; i++) {
                now = now.plusMillis(random.nextInt(2000));
                if (random.nextInt(4) == 0) {
                    disturb();
                } else {
                    proceed();
                }
                check();
            }
        }

        void killAndSettle() {
            in(new TaskInput.Kill(Optional.empty()));
            killAsked = true;
            int startsBefore = ever.size();
            boolean mayStillStart =
                    work.filter(TaskEffect.Start.class::isInstance).isPresent();
            for (int i = 0; i < 60 && !(run.phase() instanceof EndPhase.Ended); i++) {
                proceed();
                check();
            }
            assertThat(run.phase()).as(name).isEqualTo(new EndPhase.Ended());
            assertThat(run.state().state()).as(name).isEqualTo(TaskState.DEAD);
            assertThat(alive).as(name + ": left alive").isEmpty();
            assertThat(ever.size() - startsBefore)
                    .as(name + ": started after the kill")
                    .isLessThanOrEqualTo(mayStillStart ? 1 : 0);
            assertThat(run.local().handle()).as(name).isNull();
        }

        private void check() {
            assertThat(alive.size()).as(name + ": runs at once").isLessThanOrEqualTo(1);
            assertThat(alive).as(name + ": runs that no handle names").allMatch(id -> run.local()
                    .heldHandle()
                    .filter(handle -> handle.id().equals(id))
                    .isPresent());
            boolean told = false;
            for (TaskEvent event : events) {
                if (event.type().equals("Started")) {
                    assertThat(told).as(name + ": started twice in %s", events).isFalse();
                    told = true;
                }
                told = told
                        && !event.type().equals("Terminated")
                        && !event.type().equals("Failed Restoring Task");
            }
        }

        private void disturb() {
            switch (random.nextInt(8)) {
                case 0 -> {
                    in(new TaskInput.Kill(Optional.of(TaskEvents.killing(now, Duration.ofSeconds(5)))));
                    killAsked = true;
                }
                case 1 ->
                    in(new TaskInput.Restart(
                            1, TaskEvents.restartSignaled(now, ""), random.nextBoolean(), random.nextBoolean()));
                case 2 -> in(new TaskInput.Signal(2, TaskEvents.signaling(now, "SIGHUP"), "SIGHUP"));
                case 3 -> in(new TaskInput.SkipShutdownDelay());
                case 4 -> agentDies();
                case 5 -> processDies();
                case 6 -> in(new TaskInput.Fault("a fault"));
                default -> in(new TaskInput.Hasten());
            }
        }

        private void agentDies() {
            work.filter(TaskEffect.Start.class::isInstance)
                    .filter(cut -> random.nextBoolean())
                    .ifPresent(cut -> spawn(((TaskEffect.Start) cut).handle().id()));
            work = Optional.empty();
            watched = Optional.empty();
            timer = false;
            run = TaskRun.created(run.spec(), run.state(), run.local(), now);
            in(new TaskInput.Begin());
            if (killAsked) {
                // The feed still wants it stopped, and says so again.
                in(new TaskInput.Kill(Optional.empty()));
            }
        }

        private void processDies() {
            watched.filter(alive::remove).ifPresent(id -> in(new TaskInput.Exited(exit(), Optional.empty())));
        }

        private ExitResult exit() {
            return random.nextInt(5) == 0 ? ExitResult.unknown("lost") : ExitResult.exited(random.nextInt(2));
        }

        /** Lets the present work end in one of the ways it can. */
        private void proceed() {
            if (timer && (work.isEmpty() || random.nextBoolean())) {
                timer = false;
                in(new TaskInput.TimeUp());
                return;
            }
            if (work.isEmpty()) {
                processDies();
                return;
            }
            TaskEffect done = work.get();
            work = Optional.empty();
            in(result(done));
        }

        private TaskInput result(TaskEffect done) {
            if (done instanceof TaskEffect.Recover recover) {
                return random.nextInt(4) == 0
                        ? new TaskInput.RecoverFailed("the driver does not answer")
                        : new TaskInput.Recovered(recovery(recover.handle().id()));
            } else if (done instanceof TaskEffect.Discard discard) {
                alive.remove(discard.handle().id());
                return new TaskInput.Recovered(new Recovery.Lost(discard.reason()));
            } else if (done instanceof TaskEffect.AwaitGate || done instanceof TaskEffect.AwaitContact) {
                return new TaskInput.Released();
            } else if (done instanceof TaskEffect.RunPrestart) {
                return new TaskInput.Prestarted(
                        Map.of(), random.nextInt(8) == 0 ? Optional.of(failure()) : Optional.empty());
            } else if (done instanceof TaskEffect.Prepare) {
                handles++;
                return random.nextInt(8) == 0 ? failure() : new TaskInput.Prepared(MachineProbe.handle(handles));
            } else if (done instanceof TaskEffect.AwaitSaved) {
                return new TaskInput.Saved();
            } else if (done instanceof TaskEffect.Start start) {
                return start(start.handle().id());
            } else if (done instanceof TaskEffect.RunPreKill) {
                return new TaskInput.PreKilled();
            } else if (done instanceof TaskEffect.Stop stop) {
                return stop(stop.id());
            } else if (done instanceof TaskEffect.CleanUp cleanUp) {
                alive.remove(cleanUp.handle().id());
                return new TaskInput.Cleaned();
            }
            assertThat(done).as(name).isInstanceOf(TaskEffect.RunStopHooks.class);
            return new TaskInput.StopHooksDone();
        }

        private TaskInput start(TaskId id) {
            if (random.nextInt(8) == 0) {
                return failure();
            }
            spawn(id);
            return new TaskInput.Started(new StartedTask(Optional.empty()));
        }

        private TaskInput stop(TaskId id) {
            if (alive.contains(id) && random.nextInt(8) == 0) {
                return new TaskInput.Stopped(Optional.of("no permission"));
            }
            if (alive.remove(id) && random.nextInt(8) != 0) {
                in(new TaskInput.Exited(exit(), Optional.empty()));
            }
            return new TaskInput.Stopped(Optional.empty());
        }

        private void spawn(TaskId id) {
            assertThat(ever.add(id))
                    .as(name + ": a second process of one handle")
                    .isTrue();
            alive.add(id);
        }

        private Recovery recovery(TaskId id) {
            if (alive.contains(id)) {
                return new Recovery.Attached();
            }
            return ever.contains(id) ? new Recovery.Lost("gone") : new Recovery.NeverStarted();
        }

        private TaskInput.StartFailed failure() {
            return new TaskInput.StartFailed(List.of(TaskEvents.driverFailure(now, "no")), random.nextBoolean());
        }

        private void in(TaskInput input) {
            Step step = TaskMachine.step(run, input, new Moment(now, random.nextDouble()));
            run = step.run();
            step.told().forEach(told -> events.add(told.event()));
            step.effects().forEach(this::perform);
        }

        private void perform(TaskEffect effect) {
            if (effect instanceof TaskEffect.Timer) {
                timer = true;
            } else if (effect instanceof TaskEffect.WatchExit watch) {
                watched = Optional.of(watch.id());
                if (!alive.contains(watch.id())) {
                    in(new TaskInput.Exited(exit(), Optional.empty()));
                }
            } else if (effect instanceof TaskEffect.Drop) {
                cut();
            } else if (!beside(effect)) {
                cut();
                work = Optional.of(effect);
            }
        }

        private void cut() {
            work = Optional.empty();
            timer = false;
        }

        private static boolean beside(TaskEffect effect) {
            return effect instanceof TaskEffect.RunPoststart
                    || effect instanceof TaskEffect.RunUpdateHooks
                    || effect instanceof TaskEffect.SendSignal
                    || effect instanceof TaskEffect.Answer
                    || effect instanceof TaskEffect.End;
        }
    }
}
