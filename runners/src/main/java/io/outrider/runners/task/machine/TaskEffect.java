package io.outrider.runners.task.machine;

import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import java.time.Duration;
import java.util.Optional;

/**
 * What the machine of a task wants done. Effects are performed in order. Those marked <em>work</em> have one result
 * input, and a task has at most one of them at a time: a new one, or {@link Drop}, cancels the one before, whose result
 * is then never seen, and with it the timer and the poststart hooks.
 */
public sealed interface TaskEffect {

    /** Hands this effect to the one method that performs it. */
    void by(Performer performer);

    /** Cancels the work that runs. */
    record Drop() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.drop();
        }
    }

    /** Work: find the run of a stored handle; gives {@link TaskInput.Recovered} or {@link TaskInput.RecoverFailed}. */
    record Recover(TaskHandle handle) implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.recover(this);
        }
    }

    /**
     * Work: make an end of the run of a stored handle, however long that takes; gives {@link TaskInput.Recovered} as
     * {@link io.outrider.drivers.Recovery.Lost} once nothing of it lives.
     */
    record Discard(TaskHandle handle, String reason) implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.discard(this);
        }
    }

    /** Work: wait until the lifecycle gate is open; gives {@link TaskInput.Released}. */
    record AwaitGate() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.awaitGate();
        }
    }

    /** Work: wait until the feed has been heard; gives {@link TaskInput.Released}. */
    record AwaitContact() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.awaitContact();
        }
    }

    /** Work: the prestart hooks; gives {@link TaskInput.Prestarted}. */
    record RunPrestart() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.runPrestart();
        }
    }

    /** Work: have the driver make a handle; gives {@link TaskInput.Prepared} or {@link TaskInput.StartFailed}. */
    record Prepare() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.prepare();
        }
    }

    /** Work: wait until all is durable; gives {@link TaskInput.Saved} or {@link TaskInput.StartFailed}. */
    record AwaitSaved() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.awaitSaved();
        }
    }

    /** Work: start the run; gives {@link TaskInput.Started} or {@link TaskInput.StartFailed}. */
    record Start(TaskHandle handle) implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.start(this);
        }
    }

    /** Beside the work: tell of the run's end, once, as {@link TaskInput.Exited}. */
    record WatchExit(TaskId id, boolean recovered) implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.watchExit(this);
        }
    }

    /** Beside the work: the poststart hooks, until the next work begins. */
    record RunPoststart() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.runPoststart();
        }
    }

    /** Work: the pre-kill hooks; gives {@link TaskInput.PreKilled}. */
    record RunPreKill() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.runPreKill();
        }
    }

    /** Beside the work: {@link TaskInput.TimeUp} after {@code delay}; replaces the timer before. */
    record Timer(Duration delay) implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.timer(this);
        }
    }

    /** Work: stop the run; gives {@link TaskInput.Stopped}. */
    record Stop(TaskId id, String signal, Duration timeout) implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.stop(this);
        }
    }

    /**
     * Work: exited hooks if the run had started, then the driver forgets the run, however long it takes until nothing
     * of it lives; gives {@link TaskInput.Cleaned}.
     */
    record CleanUp(TaskHandle handle, boolean exitedHooks) implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.cleanUp(this);
        }
    }

    /** Work: the stop hooks; gives {@link TaskInput.StopHooksDone}. */
    record RunStopHooks() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.runStopHooks();
        }
    }

    /** Beside the work: the update hooks, coalesced. */
    record RunUpdateHooks() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.runUpdateHooks();
        }
    }

    /** Beside the work: send a signal and answer the request. */
    record SendSignal(long ticket, TaskId id, String signal) implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.sendSignal(this);
        }
    }

    /** Answer a request; {@code error} refuses it. */
    record Answer(long ticket, Optional<String> error) implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.answer(this);
        }
    }

    /** The agent leaves: cancel everything, let the hooks know, end. */
    record Leave() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.leave();
        }
    }

    /** The task will never run again: whoever waits for its end is told once all is durable. */
    record End() implements TaskEffect {
        @Override
        public void by(Performer performer) {
            performer.end();
        }
    }

    /** One method an effect: a new effect does not compile until it is performed. */
    interface Performer {
        void drop();

        void recover(Recover effect);

        void discard(Discard effect);

        void awaitGate();

        void awaitContact();

        void runPrestart();

        void prepare();

        void awaitSaved();

        void start(Start effect);

        void watchExit(WatchExit effect);

        void runPoststart();

        void runPreKill();

        void timer(Timer effect);

        void stop(Stop effect);

        void cleanUp(CleanUp effect);

        void runStopHooks();

        void runUpdateHooks();

        void sendSignal(SendSignal effect);

        void answer(Answer effect);

        void leave();

        void end();
    }
}
