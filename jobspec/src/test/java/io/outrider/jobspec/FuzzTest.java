package io.outrider.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.jobspec.corpus.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutated job files give a job or diagnostics: no other end, no hang, in 256 MiB of memory. */
final class FuzzTest {
    private static final int SECONDS = Integer.getInteger("outrider.fuzz.seconds", 20);
    private static final int SOAK_SECONDS = Integer.getInteger("outrider.fuzz.soak.seconds", 600);

    @Test
    void mutatedFilesGiveAJobOrDiagnostics(@TempDir Path folder) throws IOException, InterruptedException {
        run(folder, SECONDS);
    }

    @Test
    @Tag("soak")
    void mutatedFilesGiveAJobOrDiagnosticsForLong(@TempDir Path folder) throws IOException, InterruptedException {
        run(folder, SOAK_SECONDS);
    }

    /** In a Java of its own: a full heap is then an end of it, and seen. */
    private static void run(Path folder, int seconds) throws IOException, InterruptedException {
        Corpus.folder();
        Path output = folder.resolve("output");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Doutrider.fuzz.seed=" + System.getProperty("outrider.fuzz.seed", "20261130"),
                "-Doutrider.root=" + System.getProperty("outrider.root", "."),
                "-cp",
                System.getProperty("java.class.path"),
                FuzzRun.class.getName(),
                String.valueOf(seconds),
                output.toString());
        Path errors = folder.resolve("errors");
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(errors.toFile())
                .start();
        try {
            boolean ended = process.waitFor(seconds + 120L, TimeUnit.SECONDS);
            assertThat(ended).as("the last text ended").isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(errors) + Files.readString(output))
                    .isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(seconds));
        } finally {
            process.destroyForcibly();
        }
    }
}
