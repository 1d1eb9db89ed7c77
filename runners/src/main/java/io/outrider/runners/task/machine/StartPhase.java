package io.outrider.runners.task.machine;

import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.StartedTask;
import io.outrider.drivers.TaskHandle;
import io.outrider.runners.restart.GoDuration;
import io.outrider.runners.task.machine.TaskInput.Prestarted;
import io.outrider.runners.task.machine.TaskInput.StartFailed;
import io.outrider.state.model.alloc.TaskState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The phases from the beginning of a task's life to its start. */
final class StartPhase {

    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private StartPhase() {}

    /** How long a kill waits for a driver that is at work. */
    private static Duration patience(Turn turn) {
        Duration timeout = turn.spec().kill().timeout();
        return timeout.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : timeout;
    }

    /** The alloc is being set up. */
    record Created() implements Phase.Before {
        @Override
        public void kill(Turn turn) {
            // begin() comes in any case (row R28) and sees the kill.
        }

        @Override
        public void begin(Turn turn) {
            Optional<TaskHandle> handle = turn.local().heldHandle();
            if (handle.isPresent()) {
                turn.to(new Restoring());
                turn.effect(new TaskEffect.Recover(handle.get()));
            } else if (turn.state().state().equals(TaskState.DEAD)) {
                turn.leave();
            } else {
                // Running without a handle: what was kept of it has been damaged.
                Restoring.lost(turn, turn.state().state().equals(TaskState.RUNNING));
            }
        }
    }

    /** The agent has come back and looks for the run it left. */
    record Restoring() implements Phase.Before {
        @Override
        public void kill(Turn turn) {
            // What recover finds is stopped as its job says; but a kill does not wait for it without end.
            turn.effect(new TaskEffect.Timer(patience(turn)));
        }

        @Override
        public void hasten(Turn turn) {
            if (turn.killed()) {
                timeUp(turn);
            }
        }

        @Override
        public void timeUp(Turn turn) {
            recoverFailed(turn, "the driver had not found it " + GoDuration.format(patience(turn)) + " after the kill");
        }

        /** A run that may live is no lost run: its handle stays until there is certainly nothing left of it. */
        @Override
        public void recoverFailed(Turn turn, String reason) {
            turn.event(TaskEvents.driver(
                    turn.now(),
                    "the run that an earlier agent left cannot be found again and is ended: " + reason,
                    Map.of()));
            turn.to(new Discarding());
            turn.effect(new TaskEffect.Discard(turn.handle(), reason));
        }

        @Override
        public void recovered(Turn turn, Recovery recovery) {
            ExitResult exit = turn.local().exit();
            if (exit != null) {
                turn.exited(exit);
                turn.cleanUp(true);
            } else if (recovery instanceof Recovery.Attached) {
                turn.toGate();
            } else {
                // What people were told to have started did start, whatever the driver has left of it.
                boolean told = turn.local().started();
                boolean ran = recovery instanceof Recovery.Lost
                        && turn.state().state().equals(TaskState.RUNNING);
                turn.forgetRun();
                lost(turn, told || ran);
            }
        }

        /** Row R42: what was running and is lost starts again only when the feed still wants it. */
        private static void lost(Turn turn, boolean running) {
            if (!running || turn.mustNotRun() || turn.spec().system()) {
                turn.toGate();
                return;
            }
            turn.state(TaskState.PENDING);
            turn.event(TaskEvents.failedRestoring(turn.now()));
            turn.to(new Uncontacted());
            turn.effect(new TaskEffect.AwaitContact());
        }
    }

    /** What cannot be found again is ended; nothing starts before that is certain. */
    record Discarding() implements Phase.Before {
        @Override
        public void kill(Turn turn) {
            // It is being killed; its end sees the wish.
        }

        @Override
        public void recovered(Turn turn, Recovery recovery) {
            new Restoring().recovered(turn, recovery);
        }

        @Override
        public void recoverFailed(Turn turn, String reason) {
            turn.effect(new TaskEffect.Timer(AGAIN));
        }

        @Override
        public void timeUp(Turn turn) {
            turn.effect(new TaskEffect.Discard(turn.handle(), "it could not be found again"));
        }
    }

    /** Waits for the feed before a lost run is replaced. */
    record Uncontacted() implements Phase.Before {
        @Override
        public void kill(Turn turn) {
            turn.dropAndLeave();
        }

        @Override
        public void startFailed(Turn turn, StartFailed failure) {
            turn.startFailed(failure);
        }

        @Override
        public void released(Turn turn) {
            turn.toGate();
        }
    }

    /** Waits for the tasks that come before. */
    record Gated() implements Phase.Before {
        @Override
        public void kill(Turn turn) {
            turn.dropAndLeave();
        }

        @Override
        public void startFailed(Turn turn, StartFailed failure) {
            turn.startFailed(failure);
        }

        @Override
        public void released(Turn turn) {
            if (turn.mustNotRun()) {
                turn.leave();
                return;
            }
            turn.to(new Hooking());
            turn.effect(new TaskEffect.RunPrestart());
        }
    }

    /** The prestart hooks run. */
    record Hooking() implements Phase.Before {
        @Override
        public void kill(Turn turn) {
            turn.dropAndLeave();
        }

        @Override
        public void startFailed(Turn turn, StartFailed failure) {
            turn.startFailed(failure);
        }

        @Override
        public void prestarted(Turn turn, Prestarted result) {
            turn.local(turn.local().withHooks(result.hooks()));
            if (result.failure().isPresent()) {
                turn.startFailed(result.failure().get());
            } else if (turn.mustNotRun()) {
                turn.leave();
            } else if (turn.local().heldHandle().isPresent()) {
                turn.goOn(turn.local().network(), true);
            } else {
                turn.to(new Preparing());
                turn.effect(new TaskEffect.Prepare());
            }
        }
    }

    /** The driver makes the handle. */
    record Preparing() implements Phase.Before {
        @Override
        public void kill(Turn turn) {
            turn.dropAndLeave();
        }

        @Override
        public void prepared(Turn turn, TaskHandle handle) {
            turn.local(turn.local().withHandle(handle));
            turn.to(new Saving());
            turn.effect(new TaskEffect.AwaitSaved());
        }

        @Override
        public void startFailed(Turn turn, StartFailed failure) {
            turn.startFailed(failure);
        }
    }

    /** The handle must be durable before anything starts: whatever dies then, the run can be found. */
    record Saving() implements Phase.Before {
        @Override
        public void kill(Turn turn) {
            turn.effect(new TaskEffect.Drop());
            turn.cleanUp(false);
        }

        @Override
        public void startFailed(Turn turn, StartFailed failure) {
            turn.startFailed(failure);
        }

        @Override
        public void saved(Turn turn) {
            turn.to(new Starting());
            turn.effect(new TaskEffect.Start(turn.handle()));
        }
    }

    /** The driver starts the run. A kill lets it end its work, or there would be no telling what runs. */
    record Starting() implements Phase.Before {

        @Override
        public void kill(Turn turn) {
            turn.effect(new TaskEffect.Timer(patience(turn)));
        }

        @Override
        public void hasten(Turn turn) {
            if (turn.killed()) {
                timeUp(turn);
            }
        }

        @Override
        public void timeUp(Turn turn) {
            turn.effect(new TaskEffect.Drop());
            turn.event(TaskEvents.driverFailure(
                    turn.now(),
                    "driver had not started the task " + GoDuration.format(patience(turn))
                            + " after the kill: the start was cut off"));
            turn.cleanUp(false);
        }

        @Override
        public void started(Turn turn, StartedTask task) {
            turn.goOn(task.network().orElse(null), false);
        }

        @Override
        public void startFailed(Turn turn, StartFailed failure) {
            turn.startFailed(failure);
        }
    }
}
