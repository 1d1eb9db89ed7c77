package io.outrider.runners.task.machine;

import io.outrider.drivers.ExitResult;
import io.outrider.runners.task.machine.TaskInput.Exited;
import io.outrider.runners.task.machine.TaskInput.Restart;
import io.outrider.runners.task.machine.TaskInput.Signal;
import io.outrider.state.model.alloc.TaskState;
import java.time.Duration;
import java.util.Optional;

/** The phases in which a run of a task is there. */
final class RunPhase {

    private static final Duration EXIT_WAIT = Duration.ofSeconds(10);

    private RunPhase() {}

    /** The task runs. */
    record Running() implements Phase.Alive {
        @Override
        public void kill(Turn turn) {
            turn.preKill();
        }

        @Override
        public void restart(Turn turn, Restart wish) {
            turn.accept(wish.ticket());
            turn.event(wish.event());
            turn.restartAsked(wish.failure());
            turn.preKill();
        }

        @Override
        public void signal(Turn turn, Signal wish) {
            turn.signal(wish);
        }

        @Override
        public void exited(Turn turn, Exited exited) {
            turn.ended(exited);
            turn.cleanUp(true);
        }
    }

    /** The pre-kill hooks run, for a kill or a restart. */
    record PreKilling() implements Phase.Alive {
        @Override
        public void kill(Turn turn) {
            // On its way already; the delay is for those who only hear of the kill.
        }

        @Override
        public void hasten(Turn turn) {
            turn.effect(new TaskEffect.Drop());
            turn.stop(true);
        }

        @Override
        public void signal(Turn turn, Signal wish) {
            turn.signal(wish);
        }

        @Override
        public void exited(Turn turn, Exited exited) {
            turn.markKilled();
            turn.ended(exited);
            turn.cleanUp(true);
        }

        @Override
        public void preKilled(Turn turn) {
            Duration delay = turn.spec().kill().shutdownDelay();
            if (!turn.killed() || delay.isZero()) {
                turn.stop(false);
            } else if (turn.skipsDelay()) {
                turn.event(TaskEvents.shutdownDelay(turn.now(), delay, true));
                turn.stop(false);
            } else {
                turn.state(TaskState.PENDING);
                turn.event(TaskEvents.shutdownDelay(turn.now(), delay, false));
                turn.to(new Delaying());
                turn.effect(new TaskEffect.Timer(delay));
            }
        }
    }

    /** The shutdown delay passes; a task that ends by itself now has not been killed (section 4.9, case M). */
    record Delaying() implements Phase.Alive {
        @Override
        public void kill(Turn turn) {
            // The delay is part of a kill.
        }

        @Override
        public void hasten(Turn turn) {
            turn.effect(new TaskEffect.Drop());
            turn.stop(true);
        }

        @Override
        public void skipDelay(Turn turn) {
            turn.effect(new TaskEffect.Drop());
            turn.stop(false);
        }

        @Override
        public void signal(Turn turn, Signal wish) {
            turn.signal(wish);
        }

        @Override
        public void exited(Turn turn, Exited exited) {
            turn.ended(exited);
            turn.cleanUp(true);
        }

        @Override
        public void timeUp(Turn turn) {
            turn.stop(false);
        }
    }

    /** The driver stops the run. {@code swept} once the driver says that nothing of it is left alive. */
    record Stopping(boolean swept) implements Phase.Alive {
        @Override
        public void kill(Turn turn) {
            turn.markKilled();
        }

        @Override
        public void hasten(Turn turn) {
            if (!swept) {
                turn.stop(true);
            }
        }

        @Override
        public void restart(Turn turn, Restart wish) {
            if (turn.killed()) {
                turn.refuse(wish.ticket());
            } else {
                // It is being done.
                turn.accept(wish.ticket());
            }
        }

        @Override
        public void signal(Turn turn, Signal wish) {
            turn.signal(wish);
        }

        @Override
        public void exited(Turn turn, Exited exited) {
            turn.ended(exited);
            if (swept) {
                turn.cleanUp(true);
            } else {
                // Its children may live: the driver goes on sweeping.
                turn.to(new Settling());
            }
        }

        @Override
        public void stopped(Turn turn, Optional<String> error) {
            if (error.isPresent()) {
                turn.killError(error.get());
                unknown(turn, "the driver could not stop the task: " + error.get());
            } else {
                turn.to(new Stopping(true));
                turn.effect(new TaskEffect.Timer(EXIT_WAIT));
            }
        }

        @Override
        public void timeUp(Turn turn) {
            unknown(turn, "the driver stopped the task and told no exit status within " + EXIT_WAIT.toSeconds() + " s");
        }

        private static void unknown(Turn turn, String reason) {
            turn.ended(new Exited(ExitResult.unknown(reason), Optional.empty()));
            turn.cleanUp(true);
        }
    }

    /** The task has ended, the driver still looks after what it left alive. */
    record Settling() implements Phase.Alive {
        @Override
        public void kill(Turn turn) {
            // Its end is decided by what is known of it.
        }

        @Override
        public void stopped(Turn turn, Optional<String> error) {
            error.ifPresent(turn::killError);
            turn.cleanUp(true);
        }
    }

    /** The run is over: exited hooks, then the driver forgets it. {@code decide}: whether it may start again. */
    record Cleaning(boolean decide) implements Phase.Alive {
        @Override
        public void kill(Turn turn) {
            // Too late for this run; the decision about the next one sees the kill.
        }

        @Override
        public void cleaned(Turn turn) {
            turn.forgetRun();
            if (decide) {
                turn.decide();
            } else {
                turn.leave();
            }
        }
    }
}
