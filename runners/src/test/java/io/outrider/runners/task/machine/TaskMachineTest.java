package io.outrider.runners.task.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.ExitResult;
import io.outrider.state.model.alloc.TaskState;
import java.time.Duration;
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
        assertThat(probe.run().state().failed()).isTrue();
        assertThat(probe.run().state().restarts()).isEqualTo(2);
    }

    @Test
    void batchSuccessEndsWithTerminated() {
        MachineProbe probe = batch(3).toRunning().exits(ExitResult.exited(0)).cleaned();

        assertThat(probe.types()).containsExactly("Started", "Terminated");
        assertThat(probe.last("Terminated").displayMessage()).isEqualTo("Exit Code: 0");
        assertThat(probe.last("Terminated").details())
                .isEqualTo(Map.of("exit_code", "0", "oom_killed", "false", "signal", "0"));
        assertThat(probe.run().state().state()).isEqualTo(TaskState.DEAD);
        assertThat(probe.run().state().failed()).isFalse();
        assertThat(probe.run().phase()).isEqualTo(new EndPhase.Resting());
    }

    @Test
    void startFailureThatIsFinalFailsTheTask() {
        MachineProbe probe =
                batch(2).toStart().startFails("cannot start this", false).cleaned();

        assertThat(probe.types()).containsExactly("Driver Failure", "Not Restarting");
        assertThat(probe.last("Not Restarting").details())
                .isEqualTo(Map.of("restart_reason", "Error was unrecoverable", "fails_task", "true"));
        assertThat(probe.run().state().failed()).isTrue();
        assertThat(probe.run().state().startedAt()).isNull();
        assertThat(probe.run().state().finishedAt()).isEqualTo(MachineProbe.T0);
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
        assertThat(probe.run().phase()).isEqualTo(new EndPhase.Finishing());
        assertThat(probe.run().local().runComplete()).isTrue();
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.RunStopHooks());
    }

    @Test
    void deadTaskOnlyNotesAFurtherKill() {
        MachineProbe probe = batch(0).toRunning().exits(ExitResult.exited(1)).cleaned();
        probe.kill();

        assertThat(probe.types()).containsExactly("Started", "Terminated", "Not Restarting", "Killing");
        assertThat(probe.run().phase()).isEqualTo(new EndPhase.Finishing());
        probe.in(new TaskInput.StopHooksDone()).kill();
        assertThat(probe.types()).endsWith("Killing", "Killing");
        assertThat(probe.run().phase()).isEqualTo(new EndPhase.Ended());
    }

    @Test
    void killOfATaskThatNeverStartedLeavesNoKilled() {
        MachineProbe gated = batch(0).kill();
        assertThat(gated.types()).containsExactly("Killing");
        assertThat(gated.run().state().state()).isEqualTo(TaskState.DEAD);
        assertThat(gated.run().state().failed()).isFalse();

        MachineProbe hooking = batch(0).toHooks().kill();
        assertThat(hooking.types()).containsExactly("Killing");
        assertThat(hooking.effects()).contains(new TaskEffect.Drop());
        assertThat(hooking.run().state().state()).isEqualTo(TaskState.DEAD);
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
        assertThat(probe.run().state().state()).isEqualTo(TaskState.DEAD);
        assertThat(probe.run().local().handle()).isNull();
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
        assertThat(probe.run().state().restarts()).isEqualTo(1);
        assertThat(probe.run().state().lastRestart()).isEqualTo(MachineProbe.T0);
        assertThat(probe.run().state().finishedAt()).isNull();
        assertThat(probe.effects()).contains(new TaskEffect.Answer(7, Optional.empty()));
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
        assertThat(probe.run().phase()).isEqualTo(new EndPhase.Finishing());
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
        assertThat(probe.run().state().state()).isEqualTo(TaskState.DEAD);
        assertThat(probe.run().state().failed()).isFalse();
        assertThat(probe.run().state().restarts()).isEqualTo(1);
    }

    @Test
    void shutdownDelayIsWaitedForAndPending() {
        MachineProbe probe =
                service(1, Duration.ofMillis(1500)).toRunning().kill().preKilled();

        assertThat(probe.run().state().state()).isEqualTo(TaskState.PENDING);
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
        assertThat(before.run().phase()).isEqualTo(new RunPhase.Stopping(false));

        MachineProbe during = service(1, Duration.ofSeconds(60))
                .toRunning()
                .kill()
                .preKilled()
                .in(new TaskInput.SkipShutdownDelay());
        assertThat(during.run().phase()).isEqualTo(new RunPhase.Stopping(false));
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
        assertThat(probe.run().state().failed()).isFalse();
    }

    @Test
    void killDoesNotWaitForEverForAStart() {
        MachineProbe probe = batch(1).toStart().kill();
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.Timer(Duration.ofSeconds(5)));

        probe.timeUp().cleaned();

        assertThat(probe.types()).containsExactly("Killing", "Driver Failure");
        assertThat(probe.run().state().state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void killInBackOffIsTheEnd() {
        MachineProbe probe =
                batch(3).toRunning().exits(ExitResult.exited(1)).cleaned().kill();

        assertThat(probe.types()).containsExactly("Started", "Terminated", "Restarting", "Killing");
        assertThat(probe.run().state().state()).isEqualTo(TaskState.DEAD);
        assertThat(probe.run().state().failed()).isFalse();
    }

    @Test
    void unknownExitIsCalledUnknown() {
        MachineProbe probe = batch(0).toRunning()
                .exits(ExitResult.unknown("shim was killed"))
                .cleaned();

        assertThat(probe.last("Terminated").displayMessage())
                .isEqualTo("Exit Code: unknown, Exit Message: \"shim was killed\"");
        assertThat(probe.last("Terminated").details()).doesNotContainKeys("exit_code", "signal");
        assertThat(probe.run().state().failed()).isTrue();
    }
}
