package io.outrider.runners.task.machine;

import io.outrider.drivers.Recovery;
import io.outrider.drivers.StartedTask;
import io.outrider.drivers.TaskHandle;
import io.outrider.runners.task.machine.TaskInput.Exited;
import io.outrider.runners.task.machine.TaskInput.Prestarted;
import io.outrider.runners.task.machine.TaskInput.Restart;
import io.outrider.runners.task.machine.TaskInput.Signal;
import io.outrider.runners.task.machine.TaskInput.StartFailed;
import java.util.Optional;

/**
 * Where in its life a task is. Each phase says what the inputs mean to it; a result that it does not expect is that of
 * work it has dropped, and means nothing. A kill and a shutdown mean something everywhere.
 */
sealed interface Phase {

    /** The first kill; later ones only leave their event. */
    void kill(Turn turn);

    /** The agent leaves. */
    default void shutdown(Turn turn) {
        turn.to(new EndPhase.Left());
        turn.effect(new TaskEffect.Leave());
    }

    /** No patience is left. */
    default void hasten(Turn turn) {}

    /** Refused unless the phase has something to restart. */
    default void restart(Turn turn, Restart wish) {
        turn.refuse(wish.ticket());
    }

    /** Refused unless the phase has somebody to signal. */
    default void signal(Turn turn, Signal wish) {
        turn.refuse(wish.ticket());
    }

    /** The shutdown delay is waived. */
    default void skipDelay(Turn turn) {}

    default void begin(Turn turn) {}

    default void recovered(Turn turn, Recovery recovery) {}

    default void recoverFailed(Turn turn, String reason) {}

    default void released(Turn turn) {}

    default void prestarted(Turn turn, Prestarted result) {}

    default void prepared(Turn turn, TaskHandle handle) {}

    default void saved(Turn turn) {}

    default void started(Turn turn, StartedTask task) {}

    default void startFailed(Turn turn, StartFailed failure) {}

    default void exited(Turn turn, Exited exited) {}

    default void preKilled(Turn turn) {}

    default void timeUp(Turn turn) {}

    default void stopped(Turn turn, Optional<String> error) {}

    default void cleaned(Turn turn) {}

    default void stopHooksDone(Turn turn) {}

    /** Phases before the task runs. */
    sealed interface Before extends Phase
            permits StartPhase.Created,
                    StartPhase.Restoring,
                    StartPhase.Discarding,
                    StartPhase.Gated,
                    StartPhase.Uncontacted,
                    StartPhase.Hooking,
                    StartPhase.Preparing,
                    StartPhase.Saving,
                    StartPhase.Starting {}

    /** Phases in which a run is there or has to be cleaned up. */
    sealed interface Alive extends Phase
            permits RunPhase.Running,
                    RunPhase.PreKilling,
                    RunPhase.Delaying,
                    RunPhase.Stopping,
                    RunPhase.Settling,
                    RunPhase.Cleaning {}

    /** Phases without a run. */
    sealed interface After extends Phase
            permits EndPhase.BackingOff, EndPhase.Resting, EndPhase.Finishing, EndPhase.Ended, EndPhase.Left {}
}
