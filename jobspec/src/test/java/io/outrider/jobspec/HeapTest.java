package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The heap that the launcher gives is enough for any file: what would need more is refused. */
final class HeapTest {
    private static final String HEAP = "-Xmx96m";

    @Test
    void costlyFilesFitTheHeapOrAreRefusedWithTheLimit(@TempDir Path folder) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                HeapRun.class.getName(),
                output.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ended").isTrue();
            assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readAllLines(output))
                .containsExactly(
                        "15 MB of line ends: File too large, laid out: false",
                        "3 MB of line ends: Text too large, laid out: false",
                        "4 MB of locals: Text too large, laid out: false",
                        "API JSON of constraints: Text too large, laid out: false",
                        "as long a comment as there may be: none, laid out: true",
                        "as many constraints as there may be: none, laid out: true",
                        "as many groups as there may be: none, laid out: false",
                        "as many locals as there may be: none, laid out: true");
    }
}
