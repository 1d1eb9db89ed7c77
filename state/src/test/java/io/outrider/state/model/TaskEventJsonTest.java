package io.outrider.state.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.state.model.alloc.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

class TaskEventJsonTest {

    @Test
    void olderFieldsRepeatTheDetails() {
        Map<String, String> details = Map.of(
                "exit_code", "137",
                "signal", "9",
                "fails_task", "true",
                "kill_timeout", "1m30s",
                "start_delay", "15000000000",
                "restart_reason", "because",
                "vault_renewal_error", "denied");
        JsonNode json = Json.mapper().valueToTree(new TaskEvent("Terminated", 5, "m", "d", details));

        assertThat(json.path("ExitCode").longValue()).isEqualTo(137);
        assertThat(json.path("Signal").longValue()).isEqualTo(9);
        assertThat(json.path("FailsTask").booleanValue()).isTrue();
        assertThat(json.path("KillTimeout").longValue()).isEqualTo(90_000_000_000L);
        assertThat(json.path("StartDelay").longValue()).isEqualTo(15_000_000_000L);
        assertThat(json.path("RestartReason").stringValue()).isEqualTo("because");
        assertThat(json.path("VaultError").stringValue()).isEqualTo("denied");
        assertThat(json.path("DriverError").stringValue()).isEmpty();
        assertThat(json.size()).isEqualTo(24);
        assertThat(Json.read(json, TaskEvent.class).details()).isEqualTo(details);
    }

    @Test
    void exitThatNobodyKnowsIsLeftOutAndNotZero() {
        JsonNode lost = Json.mapper()
                .valueToTree(new TaskEvent(
                        "Terminated", 5, "", "Exit Code: unknown", Map.of("oom_killed", "false", "exit_message", "m")));
        assertThat(lost.has("ExitCode")).isFalse();
        assertThat(lost.has("Signal")).isFalse();

        JsonNode code = Json.mapper().valueToTree(new TaskEvent("Terminated", 5, "", "", Map.of("exit_code", "137")));
        assertThat(code.path("ExitCode").longValue()).isEqualTo(137);
        assertThat(code.has("Signal")).isFalse();

        JsonNode other = Json.mapper().valueToTree(new TaskEvent("Received", 5, "", "", Map.of()));
        assertThat(other.path("ExitCode").isNumber()).isTrue();
        assertThat(other.path("Signal").isNumber()).isTrue();
    }

    @Test
    void nullsOfAnOlderServerAreTakenAsNothing() {
        TaskState state = Json.read(
                "{\"State\":\"dead\",\"Failed\":null,\"Events\":null,\"StartedAt\":\"0001-01-01T00:00:00Z\","
                        + "\"FinishedAt\":\"2026-11-30T10:10:11.5+01:00\",\"Later\":1}",
                TaskState.class);

        assertThat(state.failed()).isFalse();
        assertThat(state.events()).isEqualTo(List.of());
        assertThat(state.startedAt()).isNull();
        assertThat(state.finishedAt()).isEqualTo(Instant.parse("2026-11-30T09:10:11.500Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-30T09:10:11Z, 2026-11-30T09:10:11Z",
        "2026-11-30T09:10:11.500Z, 2026-11-30T09:10:11.5Z",
        "2026-11-30T09:10:11.123456780Z, 2026-11-30T09:10:11.12345678Z"
    })
    void timesAreWrittenAsGoDoes(Instant time, String written) {
        assertThat(Json.mapper()
                        .valueToTree(TaskState.pending().withStartedAt(time))
                        .path("StartedAt"))
                .hasToString("\"" + written + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"Restarts\": 1.5}", "{\"Restarts\": \"1\"}", "{\"StartedAt\": \"soon\"}", "{", "{} {}"})
    void whatIsNoTaskStateIsRefused(String json) {
        assertThatThrownBy(() -> Json.read(json, TaskState.class)).isInstanceOf(JacksonException.class);
    }

    @ParameterizedTest
    @CsvSource({"5s, 5000000000", "1h2m3.5s, 3723500000000", "-1.5us, -1500", "0, 0", "+2ms, 2000000", ".5s, 500000000"
    })
    void durationsOfGoAreRead(String text, long nanos) {
        assertThat(GoDuration.parse(text)).isEqualTo(OptionalLong.of(nanos));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "5 s", "1d", "5s3", "99999999999h", "--1s"})
    void whatIsNoDurationIsEmpty(String text) {
        assertThat(GoDuration.parse(text)).isEmpty();
    }
}
