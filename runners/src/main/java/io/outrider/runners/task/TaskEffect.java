package io.outrider.runners.task;

import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import java.time.Duration;
import java.util.Optional;

/**
 * What the machine of a task wants done. Effects are performed in order. Those marked <em>work</em> have one result
 * input, and a task has at most one of them at a time: a new one, or {@link Drop}, cancels the one before, whose result
 * is then never seen, and with it the timer and the poststart hooks.
 */
sealed interface TaskEffect {

    /** Cancels the work that runs. */
    record Drop() implements TaskEffect {}

    /** Work: find the run of a stored handle; gives {@link TaskInput.Recovered}. */
    record Recover(TaskHandle handle) implements TaskEffect {}

    /** Work: wait until the lifecycle gate is open; gives {@link TaskInput.Released}. */
    record AwaitGate() implements TaskEffect {}

    /** Work: wait until the feed has been heard; gives {@link TaskInput.Released}. */
    record AwaitContact() implements TaskEffect {}

    /** Work: the prestart hooks; gives {@link TaskInput.Prestarted}. */
    record RunPrestart() implements TaskEffect {}

    /** Work: have the driver make a handle; gives {@link TaskInput.Prepared} or {@link TaskInput.StartFailed}. */
    record Prepare() implements TaskEffect {}

    /** Work: wait until all that was committed is durable; gives {@link TaskInput.Saved}. */
    record AwaitSaved() implements TaskEffect {}

    /** Work: start the run; gives {@link TaskInput.Started} or {@link TaskInput.StartFailed}. */
    record Start(TaskHandle handle) implements TaskEffect {}

    /** Beside the work: tell of the run's end, once, as {@link TaskInput.Exited}. */
    record WatchExit(TaskId id, boolean recovered) implements TaskEffect {}

    /** Beside the work: the poststart hooks, until the next work begins. */
    record RunPoststart() implements TaskEffect {}

    /** Work: the pre-kill hooks; gives {@link TaskInput.PreKilled}. */
    record RunPreKill() implements TaskEffect {}

    /** Beside the work: {@link TaskInput.TimeUp} after {@code delay}; replaces the timer before. */
    record Timer(Duration delay) implements TaskEffect {}

    /** Work: stop the run; gives {@link TaskInput.Stopped}. */
    record Stop(TaskId id, String signal, Duration timeout) implements TaskEffect {}

    /** Work: exited hooks if the run had started, then the driver forgets the run; gives {@link TaskInput.Cleaned}. */
    record CleanUp(TaskHandle handle, boolean exitedHooks) implements TaskEffect {}

    /** Work: the stop hooks; gives {@link TaskInput.StopHooksDone}. */
    record RunStopHooks() implements TaskEffect {}

    /** Beside the work: the update hooks, coalesced. */
    record RunUpdateHooks() implements TaskEffect {}

    /** Beside the work: send a signal and answer the request. */
    record SendSignal(long ticket, TaskId id, String signal) implements TaskEffect {}

    /** Answer a request; {@code error} refuses it. */
    record Answer(long ticket, Optional<String> error) implements TaskEffect {}

    /** The agent leaves: cancel everything, let the hooks know, end. */
    record Leave() implements TaskEffect {}

    /** The task will never run again: whoever waits for its end is told once all is durable. */
    record End() implements TaskEffect {}
}
