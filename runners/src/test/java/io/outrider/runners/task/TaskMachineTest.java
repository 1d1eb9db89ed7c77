package io.outrider.runners.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.state.model.alloc.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The event sequences of behaviour section 4.9; {@code Received} and {@code Task Setup} come from elsewhere. */
class TaskMachineTest {

    private static MachineProbe batch(int attempts) {
        return new MachineProbe(MachineProbe.batch(attempts)).begin();
    }

    private static MachineProbe service(int attempts, Duration shutdownDelay) {
        return new MachineProbe(MachineProbe.spec(attempts, true, shutdownDelay)).begin();
    }

    @Test
    void checkRestartsUseUpTheAttempts() {
        MachineProbe probe = service(2, Duration.ZERO);
        for (int i = 0; i < 3; i++) {
            probe.toRunning()
                    .restart(true, false)
                    .preKilled()
                    .exits(ExitResult.signaled(2, false))
                    .stopped()
                    .cleaned()
                    .timeUp();
        }

        assertThat(probe.types())
                .containsExactly(
                        "Started",
                        "Restart Signaled",
                        "Terminated",
                        "Restarting",
                        "Started",
                        "Restart Signaled",
                        "Terminated",
                        "Restarting",
                        "Started",
                        "Restart Signaled",
                        "Terminated",
                        "Not Restarting");
        assertThat(probe.run.state().failed()).isTrue();
        assertThat(probe.run.state().restarts()).isEqualTo(2);
    }

    @Test
    void batchSuccessEndsWithTerminated() {
        MachineProbe probe = batch(3).toRunning().exits(ExitResult.exited(0)).cleaned();

        assertThat(probe.types()).containsExactly("Started", "Terminated");
        assertThat(probe.last("Terminated").displayMessage()).isEqualTo("Exit Code: 0");
        assertThat(probe.last("Terminated").details())
                .isEqualTo(Map.of("exit_code", "0", "oom_killed", "false", "signal", "0"));
        assertThat(probe.run.state().state()).isEqualTo(TaskState.DEAD);
        assertThat(probe.run.state().failed()).isFalse();
        assertThat(probe.run.phase()).isEqualTo(new EndPhase.Resting());
    }

    @Test
    void startFailureThatIsFinalFailsTheTask() {
        MachineProbe probe =
                batch(2).toStart().startFails("cannot start this", false).cleaned();

        assertThat(probe.types()).containsExactly("Driver Failure", "Not Restarting");
        assertThat(probe.last("Not Restarting").details())
                .isEqualTo(Map.of("restart_reason", "Error was unrecoverable", "fails_task", "true"));
        assertThat(probe.run.state().failed()).isTrue();
        assertThat(probe.run.state().startedAt()).isNull();
        assertThat(probe.run.state().finishedAt()).isEqualTo(MachineProbe.T0);
    }

    @Test
    void stopEndsWithKilled() {
        MachineProbe probe = service(1, Duration.ZERO)
                .toRunning()
                .kill()
                .preKilled()
                .exits(ExitResult.signaled(2, false))
                .stopped()
                .cleaned();

        assertThat(probe.types()).containsExactly("Started", "Killing", "Terminated", "Killed");
        assertThat(probe.last("Killing").displayMessage()).isEqualTo("Sent interrupt. Waiting 5s before force killing");
        assertThat(probe.last("Terminated").displayMessage()).isEqualTo("Exit Code: 130, Signal: 2");
        assertThat(probe.run.phase()).isEqualTo(new EndPhase.Finishing());
        assertThat(probe.run.local().runComplete()).isTrue();
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.RunStopHooks());
    }

    @Test
    void deadTaskOnlyNotesAFurtherKill() {
        MachineProbe probe = batch(0).toRunning().exits(ExitResult.exited(1)).cleaned();
        probe.kill();

        assertThat(probe.types()).containsExactly("Started", "Terminated", "Not Restarting", "Killing");
        assertThat(probe.run.phase()).isEqualTo(new EndPhase.Finishing());
        probe.in(new TaskInput.StopHooksDone()).kill();
        assertThat(probe.types()).endsWith("Killing", "Killing");
        assertThat(probe.run.phase()).isEqualTo(new EndPhase.Ended());
    }

    @Test
    void killOfATaskThatNeverStartedLeavesNoKilled() {
        MachineProbe gated = batch(0).kill();
        assertThat(gated.types()).containsExactly("Killing");
        assertThat(gated.run.state().state()).isEqualTo(TaskState.DEAD);
        assertThat(gated.run.state().failed()).isFalse();

        MachineProbe hooking = batch(0).toHooks().kill();
        assertThat(hooking.types()).containsExactly("Killing");
        assertThat(hooking.effects).contains(new TaskEffect.Drop());
        assertThat(hooking.run.state().state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void killBeforeTheHandleIsDurableStartsNothing() {
        MachineProbe probe = batch(0).toHooks()
                .in(new TaskInput.Prestarted(Map.of(), Optional.empty()))
                .in(new TaskInput.Prepared(MachineProbe.handle(1)))
                .kill()
                .in(new TaskInput.Saved());

        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.CleanUp(MachineProbe.handle(1), false));
        assertThat(probe.cleaned().types()).containsExactly("Killing");
        assertThat(probe.run.state().state()).isEqualTo(TaskState.DEAD);
        assertThat(probe.run.local().handle()).isNull();
    }

    @Test
    void restartByTheUserIsFreeAndAtOnce() {
        MachineProbe probe = batch(0).toRunning()
                .restart(false, false)
                .preKilled()
                .exits(ExitResult.signaled(2, false))
                .stopped()
                .cleaned()
                .toRunning();

        assertThat(probe.types()).containsExactly("Started", "Restart Signaled", "Terminated", "Restarting", "Started");
        assertThat(probe.last("Restarting").displayMessage()).isEqualTo("Task restarting in 0s");
        assertThat(probe.last("Restarting").details()).isEqualTo(Map.of("restart_reason", "", "start_delay", "0"));
        assertThat(probe.run.state().restarts()).isEqualTo(1);
        assertThat(probe.run.state().lastRestart()).isEqualTo(MachineProbe.T0);
        assertThat(probe.run.state().finishedAt()).isNull();
        assertThat(probe.effects).contains(new TaskEffect.Answer(7, Optional.empty()));
    }

    @Test
    void deadTaskComesBackOnlyWhenForced() {
        MachineProbe probe = batch(0).toRunning().exits(ExitResult.exited(0)).cleaned();

        probe.restart(false, false);
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.Answer(7, Optional.of("Task not running")));

        probe.restart(false, true).toRunning();
        assertThat(probe.types()).containsExactly("Started", "Terminated", "Restart Signaled", "Restarting", "Started");
    }

    @Test
    void restartWhileBackingOffIsRefused() {
        MachineProbe probe = batch(3).toRunning().exits(ExitResult.exited(1)).cleaned();

        probe.restart(false, true);

        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.Answer(7, Optional.of("Task not running")));
        assertThat(probe.types()).endsWith("Restarting");
    }

    @Test
    void killWhileRestartingStopsWithoutSecondStart() {
        MachineProbe probe = batch(0).toRunning()
                .restart(false, false)
                .preKilled()
                .kill()
                .exits(ExitResult.signaled(2, false))
                .stopped()
                .cleaned();

        assertThat(probe.types()).containsExactly("Started", "Restart Signaled", "Killing", "Terminated", "Killed");
        assertThat(probe.run.phase()).isEqualTo(new EndPhase.Finishing());
    }

    @Test
    void lostRunWaitsForTheFeed() {
        MachineProbe probe = batch(0).toRunning().reborn().begin().recovered(new Recovery.Lost("no such process"));

        assertThat(probe.types()).containsExactly("Failed Restoring Task");
        assertThat(probe.run.state().state()).isEqualTo(TaskState.PENDING);
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.AwaitContact());

        probe.in(new TaskInput.Released()).toRunning();
        assertThat(probe.types()).containsExactly("Failed Restoring Task", "Started");
        assertThat(probe.run.state().restarts()).isZero();
    }

    @Test
    void exitDuringTheShutdownDelayIsNoKill() {
        MachineProbe probe = service(1, Duration.ofSeconds(20))
                .toRunning()
                .kill()
                .preKilled()
                .exits(ExitResult.exited(4))
                .cleaned();

        assertThat(probe.types())
                .containsExactly("Started", "Killing", "Waiting for shutdown delay", "Terminated", "Restarting");
        assertThat(probe.last("Waiting for shutdown delay").displayMessage())
                .isEqualTo("Waiting for shutdown_delay of 20s before killing the task.");
        assertThat(probe.run.state().state()).isEqualTo(TaskState.DEAD);
        assertThat(probe.run.state().failed()).isFalse();
        assertThat(probe.run.state().restarts()).isEqualTo(1);
    }

    @Test
    void shutdownDelayIsWaitedForAndPending() {
        MachineProbe probe =
                service(1, Duration.ofMillis(1500)).toRunning().kill().preKilled();

        assertThat(probe.run.state().state()).isEqualTo(TaskState.PENDING);
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.Timer(Duration.ofMillis(1500)));
        probe.timeUp();
        assertThat(probe.lastEffect())
                .isEqualTo(new TaskEffect.Stop(MachineProbe.handle(1).id(), "", Duration.ofSeconds(5)));
    }

    @Test
    void shutdownDelayCanBeSkippedBeforeAndDuring() {
        MachineProbe before = service(1, Duration.ofSeconds(60))
                .toRunning()
                .in(new TaskInput.SkipShutdownDelay())
                .kill()
                .preKilled();
        assertThat(before.types()).containsExactly("Started", "Killing", "Skipping shutdown delay");
        assertThat(before.last("Skipping shutdown delay").displayMessage())
                .isEqualTo("Skipping shutdown_delay of 1m0s before killing the task.");
        assertThat(before.run.phase()).isEqualTo(new RunPhase.Stopping(false));

        MachineProbe during = service(1, Duration.ofSeconds(60))
                .toRunning()
                .kill()
                .preKilled()
                .in(new TaskInput.SkipShutdownDelay());
        assertThat(during.run.phase()).isEqualTo(new RunPhase.Stopping(false));
    }

    @Test
    void killWhileStartBlocksWaitsForTheStart() {
        MachineProbe probe = batch(1).toStart()
                .kill()
                .started()
                .preKilled()
                .exits(ExitResult.exited(0))
                .stopped()
                .cleaned();

        assertThat(probe.types()).containsExactly("Killing", "Started", "Terminated", "Killed");
        assertThat(probe.run.state().failed()).isFalse();
    }

    @Test
    void killDoesNotWaitForEverForAStart() {
        MachineProbe probe = batch(1).toStart().kill();
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.Timer(Duration.ofSeconds(5)));

        probe.timeUp().cleaned();

        assertThat(probe.types()).containsExactly("Killing", "Driver Failure");
        assertThat(probe.run.state().state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void killInBackOffIsTheEnd() {
        MachineProbe probe =
                batch(3).toRunning().exits(ExitResult.exited(1)).cleaned().kill();

        assertThat(probe.types()).containsExactly("Started", "Terminated", "Restarting", "Killing");
        assertThat(probe.run.state().state()).isEqualTo(TaskState.DEAD);
        assertThat(probe.run.state().failed()).isFalse();
    }

    @Test
    void agentKilledInBackOffStartsAtOnceAndForgetsTheCount() {
        MachineProbe probe = batch(1).toRunning().exits(ExitResult.exited(1)).cleaned();
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.Timer(Duration.ofMillis(200)));

        MachineProbe next =
                probe.reborn().begin().toRunning().exits(ExitResult.exited(1)).cleaned();

        assertThat(next.types()).containsExactly("Started", "Terminated", "Restarting");
        assertThat(next.run.state().restarts()).isEqualTo(2);
    }

    @Test
    void unknownExitIsCalledUnknown() {
        MachineProbe probe = batch(0).toRunning()
                .exits(ExitResult.unknown("shim was killed"))
                .cleaned();

        assertThat(probe.last("Terminated").displayMessage())
                .isEqualTo("Exit Code: unknown, Exit Message: \"shim was killed\"");
        assertThat(probe.last("Terminated").details()).doesNotContainKeys("exit_code", "signal");
        assertThat(probe.run.state().failed()).isTrue();
    }

    @Test
    void foundRunGoesOnWithoutBeingStartedAgain() {
        MachineProbe probe = batch(0).toRunning()
                .pass(Duration.ofMinutes(1))
                .reborn()
                .begin()
                .recovered(new Recovery.Attached())
                .toHooks()
                .in(new TaskInput.Prestarted(Map.of(), Optional.empty()));

        assertThat(probe.types()).isEmpty();
        assertThat(probe.effects).noneMatch(TaskEffect.Start.class::isInstance);
        assertThat(probe.effects)
                .contains(new TaskEffect.WatchExit(MachineProbe.handle(1).id(), true));
        assertThat(probe.run.state().startedAt()).isEqualTo(MachineProbe.T0);

        probe.in(new TaskInput.Exited(ExitResult.exited(3), Optional.of(MachineProbe.T0.plusSeconds(5))))
                .cleaned();
        assertThat(probe.types()).containsExactly("Terminated", "Not Restarting");
        assertThat(probe.run.state().finishedAt()).isEqualTo(MachineProbe.T0.plusSeconds(5));
    }

    @Test
    void runThatNeverStartedIsStartedAnew() {
        MachineProbe probe = batch(0).toStart()
                .reborn()
                .begin()
                .recovered(new Recovery.NeverStarted())
                .toRunning();

        assertThat(probe.types()).containsExactly("Started");
        assertThat(probe.run.local().heldHandle()).contains(MachineProbe.handle(2));
    }

    @Test
    void startIsToldByTheNextAgentWhenTheFirstDiedBefore() {
        MachineProbe probe = batch(0).toStart()
                .reborn()
                .begin()
                .recovered(new Recovery.Attached())
                .toHooks()
                .in(new TaskInput.Prestarted(Map.of(), Optional.empty()));

        assertThat(probe.types()).containsExactly("Started");
    }

    @Test
    void endIsToldOnceThoughTheAgentDiesBeforeItsCleaning() {
        MachineProbe probe = batch(0).toRunning()
                .exits(ExitResult.exited(3))
                .reborn()
                .begin()
                .recovered(new Recovery.Attached())
                .cleaned();

        assertThat(probe.types()).containsExactly("Not Restarting");
        assertThat(probe.run.state().events()).extracting("type").containsOnlyOnce("Terminated");
    }

    @Test
    void foundRunOfAStoppedAllocIsKilled() {
        MachineProbe before = batch(0).toRunning();
        TaskRun stopped =
                TaskRun.created(before.run.spec().stopped(), before.run.state(), before.run.local(), MachineProbe.T0);
        MachineProbe probe = new MachineProbe(stopped)
                .begin()
                .recovered(new Recovery.Attached())
                .preKilled();

        assertThat(probe.run.phase()).isEqualTo(new RunPhase.Stopping(false));
        probe.exits(ExitResult.signaled(2, false)).stopped().cleaned();
        assertThat(probe.types()).containsExactly("Terminated", "Killed");
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.RunStopHooks());
    }

    @Test
    void signalNeedsARun() {
        TaskInput.Signal signal = new TaskInput.Signal(9, TaskEvents.signaling(MachineProbe.T0, "SIGHUP"), "SIGHUP");
        MachineProbe probe = batch(0).in(signal);
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.Answer(9, Optional.of("Task not running")));

        probe.toRunning().in(signal);
        assertThat(probe.last("Signaling").details()).isEqualTo(Map.of("signal", "SIGHUP"));
        assertThat(probe.lastEffect())
                .isEqualTo(new TaskEffect.SendSignal(9, MachineProbe.handle(1).id(), "SIGHUP"));
    }

    @Test
    void shutdownTouchesNothing() {
        MachineProbe probe = batch(0).toRunning();
        probe.effects.clear();

        probe.in(new TaskInput.Shutdown());

        assertThat(probe.effects).isEqualTo(List.of(new TaskEffect.Leave()));
        assertThat(probe.types()).containsExactly("Started");
        assertThat(probe.run.state().state()).isEqualTo(TaskState.RUNNING);
    }

    @Test
    void stopThatGivesNoStatusIsUnknown() {
        MachineProbe probe =
                batch(0).toRunning().kill().preKilled().stopped().timeUp().cleaned();

        assertThat(probe.last("Terminated").displayMessage()).startsWith("Exit Code: unknown, Exit Message: ");
        assertThat(probe.types()).containsExactly("Started", "Killing", "Terminated", "Killed");
    }

    @Test
    void stopThatFailsIsToldAndForced() {
        MachineProbe probe = batch(0).toRunning()
                .kill()
                .preKilled()
                .in(new TaskInput.Stopped(Optional.of("no permission")))
                .cleaned();

        assertThat(probe.last("Killed").displayMessage()).isEqualTo("no permission");
        assertThat(probe.last("Killed").details()).isEqualTo(Map.of("kill_error", "no permission"));
    }

    @Test
    void impatienceSkipsDelayAndGrace() {
        MachineProbe probe = service(0, Duration.ofSeconds(60))
                .toRunning()
                .kill()
                .preKilled()
                .in(new TaskInput.Hasten());

        assertThat(probe.lastEffect())
                .isEqualTo(new TaskEffect.Stop(MachineProbe.handle(1).id(), "", Duration.ZERO));
    }

    @Test
    void oldestEventsGoFirst() {
        TaskSpec spec = MachineProbe.batch(0);
        MachineProbe probe = new MachineProbe(new TaskSpec(spec.rules(), spec.kill(), false, false, false, 3));
        probe.begin().toRunning().exits(ExitResult.exited(1)).cleaned().kill();

        assertThat(probe.run.state().events())
                .extracting("type")
                .containsExactly("Terminated", "Not Restarting", "Killing");
        assertThat(probe.types()).hasSize(4);
    }
}
