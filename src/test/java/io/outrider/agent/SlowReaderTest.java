package io.outrider.agent;

import static io.outrider.agent.JobText.script;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code outrider run} for a reader that takes its time. */
@Execution(ExecutionMode.CONCURRENT)
final class SlowReaderTest {

    /** Less than is kept of a log, more than all buffers between log and reader hold. */
    private static final int LINES = 400_000;

    private final Path temp;

    SlowReaderTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void readerThatBeginsLongAfterTheEndGetsEveryLine() {
        Path done = temp.resolve("done");
        Path file = script(temp, "seq -f %0120.0f 1 " + LINES + "; touch " + done);
        String reader = "{ until [ -e " + done + " ]; do sleep 0.1; done; sleep 8; cat; }";
        List<String> command = List.of(
                "sh",
                "-c",
                "\"$0\" run \"$1\" | " + reader + " | tee all | grep -c '^t | 0'; grep -nv '^t | 0' all",
                Launched.ROOT + "/outrider",
                file.toString());
        try (Launched run = Launched.start(temp, Map.of(), command)) {
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.lines().get(0)).isEqualTo(Integer.toString(LINES));
            assertThat(run.lines().stream().filter(line -> line.contains("Exit Code: 0")))
                    .as("the end comes behind the last line: all of " + run.out())
                    .singleElement()
                    .satisfies(line -> assertThat(Integer.parseInt(line.substring(0, line.indexOf(':'))))
                            .isGreaterThan(LINES));
            assertThat(run.out()).doesNotContain("missing");
        }
    }
}
