package io.outrider.runners.hook;

import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.logs.LogFifos;
import java.util.Map;
import java.util.Optional;

/**
 * What a hook gives to the start of a task. The only way in which a hook can keep anything (row R73).
 *
 * @param done whether this task never needs the hook again; its {@code env} is then used from what was kept
 * @param state data to keep in place of the data before, made durable before the task starts
 * @param env variables for the task, over those of the job and of earlier hooks
 * @param dirs the task's directories, if this hook has made them
 * @param logs where the task's output goes, if this hook has opened it
 */
public record PrestartResponse(
        boolean done,
        Map<String, String> state,
        Map<String, String> env,
        Optional<TaskDirs> dirs,
        Optional<LogFifos> logs) {

    public PrestartResponse {
        state = Map.copyOf(state);
        env = Map.copyOf(env);
    }

    /** Nothing to give, and to be asked again at the next start. */
    public static PrestartResponse again() {
        return new PrestartResponse(false, Map.of(), Map.of(), Optional.empty(), Optional.empty());
    }

    /** Nothing to give, and never to be asked again for this task. */
    public static PrestartResponse finished() {
        return new PrestartResponse(true, Map.of(), Map.of(), Optional.empty(), Optional.empty());
    }

    /** The same with {@code newState} to keep. */
    public PrestartResponse withState(Map<String, String> newState) {
        return new PrestartResponse(done, newState, env, dirs, logs);
    }

    /** The same with variables for the task. */
    public PrestartResponse withEnv(Map<String, String> newEnv) {
        return new PrestartResponse(done, state, newEnv, dirs, logs);
    }

    /** The same with the task's directories. */
    public PrestartResponse withDirs(TaskDirs newDirs) {
        return new PrestartResponse(done, state, env, Optional.of(newDirs), logs);
    }

    /** The same with the ends that the task's output goes into. */
    public PrestartResponse withLogs(LogFifos fifos) {
        return new PrestartResponse(done, state, env, dirs, Optional.of(fifos));
    }
}
