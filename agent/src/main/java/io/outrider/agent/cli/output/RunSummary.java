package io.outrider.agent.cli.output;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a run ended.
 *
 * @param job its ID
 * @param status {@code complete}, {@code failed}, {@code stopped} or {@code killed}
 * @param exitCode what the command will exit with
 * @param duration from the command's start to its end
 * @param tasks in the order of the job file
 */
public record RunSummary(String job, String status, int exitCode, Duration duration, List<TaskEnd> tasks) {

    /**
     * How one task ended. What is not known is absent.
     *
     * @param task which
     * @param state {@code complete}, {@code failed}, {@code stopped}, or where it stood: {@code running},
     *     {@code pending}
     * @param exitCode its last exit code
     * @param signal the signal that ended it
     * @param restarts how often it was restarted
     * @param duration from its last start to its end
     * @param reason why it failed, when it did
     */
    public record TaskEnd(
            TaskRef task,
            String state,
            OptionalInt exitCode,
            OptionalInt signal,
            long restarts,
            Optional<Duration> duration,
            Optional<String> reason) {}
}
