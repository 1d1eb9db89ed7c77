package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands whose output goes nowhere. */
@Execution(ExecutionMode.CONCURRENT)
final class LostOutputTest {

    private final Path temp;

    LostOutputTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @ParameterizedTest
    @ValueSource(strings = {"job run -output FILE", "fmt - < FILE", "job validate FILE", "help", "version"})
    void commandWhoseOutputHasNoRoomFails(String command) {
        try (Launched run = shell(outrider(command) + " > /dev/full")) {
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .endsWith("outrider: the output could not be written to /dev/full: No space left on device\n");
        }
    }

    @Test
    void readerThatWentAwayIsNoComplaint() {
        String reader = "{ exec <&-; echo > go; }";
        try (Launched run = shell("mkfifo go; { read line < go; " + outrider("job run -output FILE")
                + "; echo code $? >&2; } | " + reader)) {
            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).isEqualTo("code 141\n");
        }
    }

    private String outrider(String command) {
        Path file = JobText.script(temp, "echo");
        return Launched.command().get(0) + " " + command.replace("FILE", file.toString());
    }

    private Launched shell(String line) {
        return Launched.start(temp, Map.of(), List.of("sh", "-c", line));
    }
}
