package io.outrider.runners.hook;

import java.util.Map;

/**
 * What is kept of a hook for one task, by the hook's name (behaviour section 4.3).
 *
 * @param prestartDone whether prestart is never to be called again
 * @param data the hook's own data
 * @param env variables that the hook gave to the task
 */
public record HookState(boolean prestartDone, Map<String, String> data, Map<String, String> env) {

    public HookState {
        data = Map.copyOf(data);
        env = Map.copyOf(env);
    }

    /** Nothing is known yet. */
    public static HookState none() {
        return new HookState(false, Map.of(), Map.of());
    }

    /** What is kept after {@code response}. */
    HookState after(PrestartResponse response) {
        return new HookState(response.done(), response.state(), response.env());
    }

    /** What is kept after a failure that had got somewhere; as before when it had not. */
    HookState after(HookException failure) {
        return failure.partialState().isEmpty() ? this : new HookState(false, failure.partialState(), env);
    }
}
