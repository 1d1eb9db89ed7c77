package io.outrider.drivers;

import io.outrider.drivers.logs.LogFifos;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a driver needs to run a task.
 *
 * @param id this run
 * @param names job, group and so on, for labels and messages
 * @param env the whole environment of the task, nothing of the agent's is added
 * @param config the {@code config} block, interpolated and accepted by the driver's {@link ConfigSpec}
 * @param user who runs it; empty: the driver's default
 * @param dirs the task's directories
 * @param logs where its output goes; empty: nowhere
 * @param limits what it may use
 */
public record TaskConfig(
        TaskId id,
        TaskNames names,
        Map<String, String> env,
        Map<String, Object> config,
        Optional<String> user,
        TaskDirs dirs,
        Optional<LogFifos> logs,
        TaskLimits limits) {

    public TaskConfig {
        env = Map.copyOf(env);
    }

    /** Where a task stands. */
    public record TaskNames(String namespace, String jobId, String jobName, String group) {}

    /**
     * A task's directories, absolute.
     *
     * @param allocDir the alloc's root
     * @param taskDir {@code allocDir/TASK}, the working directory of raw_exec
     * @param localDir {@code taskDir/local}
     * @param secretsDir {@code taskDir/secrets}
     * @param sharedDir {@code allocDir/alloc}
     */
    public record TaskDirs(Path allocDir, Path taskDir, Path localDir, Path secretsDir, Path sharedDir) {}

    /**
     * What a task may use.
     *
     * @param cpuShares MHz, as in the job
     * @param memoryMb reserved memory
     * @param memoryMaxMb hard limit; 0: the same as {@code memoryMb}
     */
    public record TaskLimits(long cpuShares, long memoryMb, long memoryMaxMb) {}
}
