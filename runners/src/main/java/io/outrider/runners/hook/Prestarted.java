package io.outrider.runners.hook;

import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.logs.LogFifos;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the prestart hooks of a task have given so far.
 *
 * @param states what is to be kept of each hook, by name; right also after a failure
 * @param env variables of the hooks so far, a later hook's over an earlier one's
 * @param dirs the task's directories
 * @param logs where the task's output goes
 * @param failure why the pass ended before its end
 */
public record Prestarted(
        Map<String, HookState> states,
        Map<String, String> env,
        Optional<TaskDirs> dirs,
        Optional<LogFifos> logs,
        Optional<HookOutcome<PrestartResponse>> failure) {

    public Prestarted {
        states = Map.copyOf(states);
        env = Map.copyOf(env);
    }

    static Prestarted from(Map<String, HookState> states) {
        return new Prestarted(states, Map.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** What is kept of {@code hook}. */
    public HookState state(String hook) {
        return states.getOrDefault(hook, HookState.none());
    }

    Prestarted withEnv(Map<String, String> more) {
        Map<String, String> merged = new HashMap<>(env);
        merged.putAll(more);
        return new Prestarted(states, merged, dirs, logs, failure);
    }

    Prestarted after(HookOutcome<PrestartResponse> outcome) {
        if (outcome.failure().isPresent()) {
            HookState kept = state(outcome.hook()).after(outcome.failure().get());
            return new Prestarted(with(outcome.hook(), kept), env, dirs, logs, Optional.of(outcome));
        }
        PrestartResponse response = outcome.result().orElseGet(PrestartResponse::again);
        Map<String, HookState> kept = with(outcome.hook(), state(outcome.hook()).after(response));
        return new Prestarted(
                        kept,
                        env,
                        response.dirs().or(() -> dirs),
                        response.logs().or(() -> logs),
                        failure)
                .withEnv(response.env());
    }

    private Map<String, HookState> with(String hook, HookState state) {
        Map<String, HookState> changed = new HashMap<>(states);
        changed.put(hook, state);
        return changed;
    }
}
