package io.outrider.drivers.process;

import io.outrider.drivers.TaskId;
import io.outrider.drivers.host.User;
import io.outrider.drivers.logs.LogFifos;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process to be run.
 *
 * @param id the run it is for
 * @param command program, by absolute path, and arguments
 * @param env its whole environment
 * @param workDir where it runs
 * @param user who runs it; empty: who runs the agent
 * @param logs where its output goes; empty: nowhere
 * @param cgroupFiles what it writes to, to join cgroups
 */
public record ProcessSpec(
        TaskId id,
        List<String> command,
        Map<String, String> env,
        Path workDir,
        Optional<User> user,
        Optional<LogFifos> logs,
        List<Path> cgroupFiles) {

    public ProcessSpec {
        command = List.copyOf(command);
        env = Map.copyOf(env);
        cgroupFiles = List.copyOf(cgroupFiles);
    }

    ProcessSpec joining(List<Path> files) {
        return new ProcessSpec(id, command, env, workDir, user, logs, files);
    }
}
