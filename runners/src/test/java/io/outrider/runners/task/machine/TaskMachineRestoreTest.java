package io.outrider.runners.task.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.state.model.alloc.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What an agent that comes back makes of what it finds, and ends that are not as they should be. */
class TaskMachineRestoreTest {

    private static MachineProbe batch(int attempts) {
        return new MachineProbe(MachineProbe.batch(attempts)).begin();
    }

    private static MachineProbe service(int attempts, Duration shutdownDelay) {
        return new MachineProbe(MachineProbe.spec(attempts, true, shutdownDelay)).begin();
    }

    @Test
    void lostRunWaitsForTheFeed() {
        MachineProbe probe = batch(0).toRunning().reborn().begin().recovered(new Recovery.Lost("no such process"));

        assertThat(probe.types()).containsExactly("Failed Restoring Task");
        assertThat(probe.run().state().state()).isEqualTo(TaskState.PENDING);
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.AwaitContact());

        probe.in(new TaskInput.Released()).toRunning();
        assertThat(probe.types()).containsExactly("Failed Restoring Task", "Started");
        assertThat(probe.run().state().restarts()).isZero();
    }

    @Test
    void runThatCannotBeFoundIsNotLostBeforeItsEndIsCertain() {
        MachineProbe probe =
                batch(0).toRunning().reborn().begin().in(new TaskInput.RecoverFailed("no file descriptors left"));

        assertThat(probe.types()).containsExactly("Driver");
        assertThat(probe.last("Driver").displayMessage()).endsWith(": no file descriptors left");
        assertThat(probe.lastEffect())
                .isEqualTo(new TaskEffect.Discard(MachineProbe.handle(1), "no file descriptors left"));
        assertThat(probe.run().local().heldHandle()).contains(MachineProbe.handle(1));

        probe.recovered(new Recovery.Lost("no file descriptors left"));
        assertThat(probe.types()).containsExactly("Driver", "Failed Restoring Task");
        assertThat(probe.run().local().heldHandle()).isEmpty();
    }

    @Test
    void killEndsARunThatIsNotFoundInTime() {
        MachineProbe probe = batch(0).toRunning().reborn().begin().kill();
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.Timer(Duration.ofSeconds(5)));

        probe.timeUp();
        assertThat(probe.lastEffect()).isInstanceOf(TaskEffect.Discard.class);
        probe.recovered(new Recovery.Lost("")).in(new TaskInput.StopHooksDone());
        assertThat(probe.run().phase()).isEqualTo(new EndPhase.Ended());
        assertThat(probe.run().state().state()).isEqualTo(TaskState.DEAD);
    }

    @Test
    void agentKilledInBackOffStartsAtOnceAndForgetsTheCount() {
        MachineProbe probe = batch(1).toRunning().exits(ExitResult.exited(1)).cleaned();
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.Timer(Duration.ofMillis(200)));

        MachineProbe next =
                probe.reborn().begin().toRunning().exits(ExitResult.exited(1)).cleaned();

        assertThat(next.types()).containsExactly("Started", "Terminated", "Restarting");
        assertThat(next.run().state().restarts()).isEqualTo(2);
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
        assertThat(probe.effects()).noneMatch(TaskEffect.Start.class::isInstance);
        assertThat(probe.effects())
                .contains(new TaskEffect.WatchExit(MachineProbe.handle(1).id(), true));
        assertThat(probe.run().state().startedAt()).isEqualTo(MachineProbe.T0);

        probe.in(new TaskInput.Exited(ExitResult.exited(3), Optional.of(MachineProbe.T0.plusSeconds(5))))
                .cleaned();
        assertThat(probe.types()).containsExactly("Terminated", "Not Restarting");
        assertThat(probe.run().state().finishedAt()).isEqualTo(MachineProbe.T0.plusSeconds(5));
    }

    @Test
    void runThatNeverStartedIsStartedAnew() {
        MachineProbe probe = batch(0).toStart()
                .reborn()
                .begin()
                .recovered(new Recovery.NeverStarted())
                .toRunning();

        assertThat(probe.types()).containsExactly("Started");
        assertThat(probe.run().local().heldHandle()).contains(MachineProbe.handle(2));
    }

    @Test
    void startedRunOfWhichTheDriverHasNothingIsLost() {
        MachineProbe probe = batch(0).toRunning().reborn().begin().recovered(new Recovery.NeverStarted());

        assertThat(probe.types()).containsExactly("Failed Restoring Task");
        assertThat(probe.lastEffect()).isEqualTo(new TaskEffect.AwaitContact());
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
        assertThat(probe.run().state().events()).extracting("type").containsOnlyOnce("Terminated");
    }

    @Test
    void foundRunOfAStoppedAllocIsKilled() {
        MachineProbe before = batch(0).toRunning();
        TaskRun stopped = TaskRun.created(
                before.run().spec().stopped(),
                before.run().state(),
                before.run().local(),
                MachineProbe.T0);
        MachineProbe probe = new MachineProbe(stopped)
                .begin()
                .recovered(new Recovery.Attached())
                .preKilled();

        assertThat(probe.run().phase()).isEqualTo(new RunPhase.Stopping(false));
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
        probe.effects().clear();

        probe.in(new TaskInput.Shutdown());

        assertThat(probe.effects()).isEqualTo(List.of(new TaskEffect.Leave()));
        assertThat(probe.types()).containsExactly("Started");
        assertThat(probe.run().state().state()).isEqualTo(TaskState.RUNNING);
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
    void impatienceIsRememberedForTheKillThatFollows() {
        TaskEffect.Stop hard = new TaskEffect.Stop(MachineProbe.handle(1).id(), "", Duration.ZERO);
        TaskInput hasten = new TaskInput.Hasten();
        Duration delay = Duration.ofSeconds(60);

        assertThat(service(0, delay).toRunning().in(hasten).kill().lastEffect()).isEqualTo(hard);
        assertThat(service(0, delay).toHooks().in(hasten).toRunning().kill().lastEffect())
                .isEqualTo(hard);
        MachineProbe restarting = service(0, delay).toRunning().in(hasten).restart(false, false);
        assertThat(restarting.lastEffect()).isEqualTo(new TaskEffect.RunPreKill());
        assertThat(restarting.kill().lastEffect()).isEqualTo(hard);
        assertThat(service(0, delay).toStart().in(hasten).kill().lastEffect())
                .isEqualTo(new TaskEffect.CleanUp(MachineProbe.handle(1), false));
    }

    @Test
    void oldestEventsGoFirst() {
        TaskSpec spec = MachineProbe.batch(0);
        MachineProbe probe = new MachineProbe(new TaskSpec(spec.rules(), spec.kill(), false, false, false, 3));
        probe.begin().toRunning().exits(ExitResult.exited(1)).cleaned().kill();

        assertThat(probe.run().state().events())
                .extracting("type")
                .containsExactly("Terminated", "Not Restarting", "Killing");
        assertThat(probe.types()).hasSize(4);
    }
}
