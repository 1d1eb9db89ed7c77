package io.outrider.runners.task.machine;

import io.outrider.runners.task.machine.TaskInput.Restart;

/** The phases in which a task has no run. */
final class EndPhase {

    private EndPhase() {}

    /** Waits before it starts again. */
    record BackingOff() implements Phase.After {
        @Override
        public void kill(Turn turn) {
            turn.dropAndLeave();
        }

        @Override
        public void timeUp(Turn turn) {
            turn.toGate();
        }
    }

    /** Dead, but a restart of the whole alloc may revive it. */
    record Resting() implements Phase.After {
        @Override
        public void kill(Turn turn) {
            turn.finish();
        }

        @Override
        public void restart(Turn turn, Restart wish) {
            if (!wish.force()) {
                turn.refuse(wish.ticket());
                return;
            }
            turn.accept(wish.ticket());
            turn.event(wish.event());
            turn.restartAsked(wish.failure());
            turn.decide();
        }
    }

    /** The stop hooks run. */
    record Finishing() implements Phase.After {
        @Override
        public void kill(Turn turn) {
            // Dead already.
        }

        @Override
        public void stopHooksDone(Turn turn) {
            turn.to(new Ended());
            turn.effect(new TaskEffect.End());
        }
    }

    /** Nothing will come any more but notes. */
    record Ended() implements Phase.After {
        @Override
        public void kill(Turn turn) {
            // Dead already.
        }
    }

    /** The agent has let go of the task. */
    record Left() implements Phase.After {
        @Override
        public void kill(Turn turn) {
            // Too late: the feed tells the next agent.
        }

        @Override
        public void shutdown(Turn turn) {
            // Asked before.
        }
    }
}
