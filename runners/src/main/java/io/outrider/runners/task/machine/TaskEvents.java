package io.outrider.runners.task.machine;

import io.outrider.drivers.ExitResult;
import io.outrider.runners.restart.GoDuration;
import io.outrider.runners.restart.RestartTracker;
import io.outrider.state.model.TaskEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Makes the events of a task's history in the reference's words (behaviour section 4.8): types, display messages and
 * keys of details are read by other tools and must not change.
 */
public final class TaskEvents {

    static final String RESTARTING = "Restarting";
    static final String FAILS_TASK = "fails_task";

    private static final String NANOS = "start_delay";

    private TaskEvents() {}

    /** An event of any type. */
    public static TaskEvent of(Instant now, String type, String display, Map<String, String> details) {
        return new TaskEvent(type, nanos(now), "", display, details);
    }

    /** The node has taken the task on. */
    public static TaskEvent received(Instant now) {
        return of(now, "Received", "Task received by client", Map.of());
    }

    static TaskEvent started(Instant now) {
        return of(now, "Started", "Task started by client", Map.of());
    }

    /** An alloc could not be set up; the task has failed. */
    public static TaskEvent setupFailure(Instant now, String reason) {
        return of(now, "Setup Failure", reason, Map.of("kill_reason", "Failed Restoring Task", FAILS_TASK, "true"));
    }

    /** The driver does not take the task's {@code config} block. */
    public static TaskEvent failedValidation(Instant now, String error) {
        return of(now, "Failed Validation", error, Map.of("validation_error", error));
    }

    /** The driver could not start the task. */
    public static TaskEvent driverFailure(Instant now, String error) {
        return of(now, "Driver Failure", error, Map.of("driver_error", error));
    }

    /** The task ended; what is unknown of its end is absent from the details and called so in the message. */
    public static TaskEvent terminated(Instant now, ExitResult exit) {
        Map<String, String> details = new HashMap<>();
        StringJoiner display = new StringJoiner(", ");
        exit.exitCode().ifPresent(code -> details.put("exit_code", Integer.toString(code)));
        exit.signal().ifPresent(signal -> details.put("signal", Integer.toString(signal)));
        details.put("oom_killed", Boolean.toString(exit.oomKilled()));
        exit.message().ifPresent(message -> details.put("exit_message", message));
        display.add(
                "Exit Code: " + (exit.exitCode().isPresent() ? exit.exitCode().getAsInt() : "unknown"));
        exit.signal().stream().filter(signal -> signal != 0).forEach(signal -> display.add("Signal: " + signal));
        exit.message().ifPresent(message -> display.add("Exit Message: \"" + message + "\""));
        return new TaskEvent("Terminated", nanos(now), exit.message().orElse(""), display.toString(), details);
    }

    static TaskEvent restarting(Instant now, Duration delay, String reason) {
        String text = "Task restarting in " + GoDuration.format(delay);
        boolean plain = reason.isEmpty() || reason.equals(RestartTracker.WITHIN_POLICY);
        return of(
                now,
                RESTARTING,
                plain ? text : reason + " - " + text,
                Map.of("restart_reason", reason, NANOS, Long.toString(delay.toNanos())));
    }

    static TaskEvent notRestarting(Instant now, String reason) {
        return of(now, "Not Restarting", reason, Map.of("restart_reason", reason, FAILS_TASK, "true"));
    }

    /** A driver has something to tell of the task. */
    public static TaskEvent driver(Instant now, String message, Map<String, String> annotations) {
        Map<String, String> details = new HashMap<>(annotations);
        details.put("driver_message", message);
        return of(now, "Driver", message, details);
    }

    /** Somebody asked for a restart. */
    public static TaskEvent restartSignaled(Instant now, String reason) {
        String display = reason.isEmpty() ? "Task signaled to restart" : reason;
        return of(now, "Restart Signaled", display, Map.of("restart_reason", reason));
    }

    /** Somebody sends the task a signal. */
    public static TaskEvent signaling(Instant now, String signal) {
        return of(now, "Signaling", "Task being sent a signal", Map.of("signal", signal));
    }

    /** The task is going to be killed, after at most {@code timeout}. */
    public static TaskEvent killing(Instant now, Duration timeout) {
        String text = GoDuration.format(timeout);
        String display =
                timeout.isZero() ? "Sent interrupt" : "Sent interrupt. Waiting " + text + " before force killing";
        return of(now, "Killing", display, Map.of("kill_timeout", text));
    }

    static TaskEvent killed(Instant now, Optional<String> error) {
        return of(
                now,
                "Killed",
                error.orElse("Task successfully killed"),
                error.map(text -> Map.of("kill_error", text)).orElse(Map.of()));
    }

    /** A newer version of the alloc lacks the task (row R35). */
    public static TaskEvent missingFromUpdate(Instant now) {
        return of(
                now,
                "Killed",
                "Task successfully killed",
                Map.of("kill_reason", "update missing task", FAILS_TASK, "true"));
    }

    /** Another task of the alloc has failed. */
    public static TaskEvent siblingFailed(Instant now, String sibling) {
        return of(
                now,
                "Sibling Task Failed",
                "Task's sibling \"" + sibling + "\" failed",
                Map.of("failed_sibling", sibling));
    }

    /** The leader of the group has ended. */
    public static TaskEvent leaderDead(Instant now) {
        return of(now, "Leader Task Dead", "Leader Task in Group dead", Map.of());
    }

    /** Only sidecars are left. */
    public static TaskEvent mainTasksDead(Instant now) {
        return of(now, "Main Tasks Dead", "Main tasks in the group died", Map.of());
    }

    static TaskEvent shutdownDelay(Instant now, Duration delay, boolean skipped) {
        String type = skipped ? "Skipping shutdown delay" : "Waiting for shutdown delay";
        String verb = skipped ? "Skipping" : "Waiting for";
        return of(
                now,
                type,
                verb + " shutdown_delay of " + GoDuration.format(delay) + " before killing the task.",
                Map.of());
    }

    static TaskEvent failedRestoring(Instant now) {
        return of(
                now,
                "Failed Restoring Task",
                "failed to restore task; will not run until server is contacted",
                Map.of());
    }

    /** Nanoseconds since 1970. */
    public static long nanos(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
    }
}
