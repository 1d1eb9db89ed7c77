package io.outrider.runners.task.machine;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.StartedTask;
import io.outrider.drivers.TaskHandle;
import io.outrider.runners.hook.HookState;
import io.outrider.state.model.TaskEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the machine of a task is told: wishes from outside, and results of its effects. */
public sealed interface TaskInput {

    /** Hands this input to the phase that the task is in. */
    void to(Turn turn);

    /** The alloc is set up (or never will be): the task's life begins. */
    record Begin() implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().begin(turn);
        }
    }

    /** The task shall die, now or as soon as it can; {@code event} tells why. Always valid, may come again. */
    record Kill(Optional<TaskEvent> event) implements TaskInput {
        @Override
        public void to(Turn turn) {
            event.ifPresent(turn::event);
            turn.kill();
        }
    }

    /** Whoever waits for the kill has lost patience: no more delays, hooks or graces. */
    record Hasten() implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.hasten();
        }
    }

    /** The agent leaves, the task lives on. */
    record Shutdown() implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().shutdown(turn);
        }
    }

    /** Somebody wants the task restarted; {@code failure} counts it, {@code force} revives a dead one too. */
    record Restart(long ticket, TaskEvent event, boolean failure, boolean force) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().restart(turn, this);
        }
    }

    /** Somebody wants the task to get a signal. */
    record Signal(long ticket, TaskEvent event, String signal) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().signal(turn, this);
        }
    }

    /** A newer version of the alloc has come. */
    record Update(TaskSpec spec) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.update(spec);
        }
    }

    /** The shutdown delay is waived, also one that runs. */
    record SkipShutdownDelay() implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.skipShutdownDelay();
        }
    }

    /** A hook or driver has something to tell. */
    record Note(TaskEvent event) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.event(event);
        }
    }

    /** The driver has looked for the run of a stored handle. */
    record Recovered(Recovery recovery) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().recovered(turn, recovery);
        }
    }

    /** The driver could not tell what has become of the run of a stored handle: it may live. */
    record RecoverFailed(String reason) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().recoverFailed(turn, reason);
        }
    }

    /** A step or an effect has failed where nothing may: whatever the task waits for may never come. */
    record Fault(String reason) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.fault(reason);
        }
    }

    /** What the task waited for has come: its lifecycle gate, or the feed. */
    record Released() implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().released(turn);
        }
    }

    /** The prestart hooks are through; {@code failure} when one of them failed. */
    record Prestarted(Map<String, HookState> hooks, Optional<StartFailed> failure) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().prestarted(turn, this);
        }
    }

    /** The driver has made the handle of a new run. */
    record Prepared(TaskHandle handle) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().prepared(turn, handle);
        }
    }

    /** The handle is durable. */
    record Saved() implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().saved(turn);
        }
    }

    /** The task runs. */
    record Started(StartedTask task) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().started(turn, task);
        }
    }

    /** The task could not be started; {@code recoverable} when trying again may help. */
    record StartFailed(List<TaskEvent> events, boolean recoverable) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().startFailed(turn, this);
        }
    }

    /** The run has ended; {@code at} when the driver knows it better than the clock. */
    record Exited(ExitResult exit, Optional<Instant> at) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().exited(turn, this);
        }
    }

    /** The pre-kill hooks are through. */
    record PreKilled() implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().preKilled(turn);
        }
    }

    /** The phase's timer has run out. */
    record TimeUp() implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().timeUp(turn);
        }
    }

    /** The driver has stopped the run; {@code error} when it could not. */
    record Stopped(Optional<String> error) implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().stopped(turn, error);
        }
    }

    /** Exited hooks are through and nothing of the run is left. */
    record Cleaned() implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().cleaned(turn);
        }
    }

    /** The stop hooks are through. */
    record StopHooksDone() implements TaskInput {
        @Override
        public void to(Turn turn) {
            turn.phase().stopHooksDone(turn);
        }
    }
}
