package io.outrider.runners.hook;

import java.time.Duration;

/**
 * Does one thing at one or more moments in the life of an alloc ({@link AllocHook}) or a task ({@link TaskHook}).
 *
 * <p>Rules for all hooks:
 *
 * <ul>
 *   <li>One object serves all allocs and tasks of an agent, at the same time: a hook has no state of its own, keeps
 *       no environment (row R01) and reads what it needs from the request.
 *   <li>Each method returns a cold publisher; subscribing is the call. Blocking work is put on a scheduler inside.
 *   <li>Every moment may come more than once and must then do no harm; a later moment may come though an earlier one
 *       never did, or failed, or was cut off.
 *   <li>Publishers are cancelled by a kill, by the shutdown of the agent and when {@link #deadline} has passed. A hook
 *       that does not end is abandoned and named; what it does later is ignored.
 *   <li>Moments that clean up (stop, postrun, destroy) run after a kill and are not cancelled by it (row R11); the
 *       shutdown of the agent and the deadline cancel them.
 *   <li>Expected failures are {@link HookException}s.
 * </ul>
 */
public interface Hook {

    /** The name that events, errors and persisted state use; unique in its list. */
    String name();

    /** How long any one of its moments may take; more is a failure. */
    default Duration deadline() {
        return Duration.ofMinutes(1);
    }
}
