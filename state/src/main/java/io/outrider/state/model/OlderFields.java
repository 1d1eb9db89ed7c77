package io.outrider.state.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The typed fields of a {@link TaskEvent} in API JSON, which repeat some of its details. Here, and only here, what an
 * event has nothing to do with is written as zero or empty: the reference's clients expect that. But how a task ended,
 * where nobody knows it, is left out: zero would look like success.
 */
record OlderFields(
        @JsonProperty("FailsTask") boolean failsTask,
        @JsonProperty("RestartReason") String restartReason,
        @JsonProperty("SetupError") String setupError,
        @JsonProperty("DriverError") String driverError,

        @JsonProperty("ExitCode") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Long exitCode,

        @JsonProperty("Signal") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        Long signal,

        @JsonProperty("KillTimeout") long killTimeout,
        @JsonProperty("KillError") String killError,
        @JsonProperty("KillReason") String killReason,
        @JsonProperty("StartDelay") long startDelay,
        @JsonProperty("DownloadError") String downloadError,
        @JsonProperty("ValidationError") String validationError,
        @JsonProperty("DiskLimit") long diskLimit,
        @JsonProperty("FailedSibling") String failedSibling,
        @JsonProperty("VaultError") String vaultError,
        @JsonProperty("TaskSignalReason") String taskSignalReason,
        @JsonProperty("TaskSignal") String taskSignal,
        @JsonProperty("DriverMessage") String driverMessage,
        @JsonProperty("GenericSource") String genericSource) {

    private static final String TERMINATED = "Terminated";

    static OlderFields of(String type, Map<String, String> details) {
        return new OlderFields(
                "true".equals(details.get("fails_task")),
                text(details, "restart_reason"),
                text(details, "setup_error"),
                text(details, "driver_error"),
                ofExit(type, details, "exit_code"),
                ofExit(type, details, "signal"),
                GoDuration.parse(text(details, "kill_timeout")).orElse(0),
                text(details, "kill_error"),
                text(details, "kill_reason"),
                number(details, "start_delay"),
                text(details, "download_error"),
                text(details, "validation_error"),
                number(details, "disk_limit"),
                text(details, "failed_sibling"),
                text(details, "vault_renewal_error"),
                text(details, "task_signal_reason"),
                text(details, "task_signal"),
                text(details, "driver_message"),
                "");
    }

    private static @Nullable Long ofExit(String type, Map<String, String> details, String key) {
        return type.equals(TERMINATED) && !details.containsKey(key) ? null : Long.valueOf(number(details, key));
    }

    private static String text(Map<String, String> details, String key) {
        return Immutable.text(details.get(key));
    }

    private static long number(Map<String, String> details, String key) {
        try {
            return Long.parseLong(text(details, key));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
