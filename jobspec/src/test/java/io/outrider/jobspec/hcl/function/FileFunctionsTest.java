package io.outrider.jobspec.hcl.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.outrider.jobspec.JobParser;
import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.variable.Variables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that are no files, and directories that may not be read. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class FileFunctionsTest {
    private final Path folder;

    FileFunctionsTest(@TempDir Path folder) {
        this.folder = folder;
    }

    /** The name of the job, or the first fault. */
    private String name(String expression) {
        ParseResult result = new JobParser(FileAccess.below(folder))
                .read(Source.of("a.nomad.hcl", "job \"a\" {\n  name = " + expression + "\n}\n"), Variables.none());
        return result instanceof ParseResult.Parsed parsed
                ? String.valueOf(parsed.job().name())
                : result.diagnostics().get(0).detail();
    }

    @Test
    void devicesAndPipesAreNotRead() throws IOException, InterruptedException {
        assertThat(name("file(\"/dev/zero\")")).contains("not a regular file");
        assertThat(name("filebase64(\"/dev/zero\")")).contains("not a regular file");
        Path pipe = folder.resolve("pipe");
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assertThat(made.waitFor()).isZero();
        assertThat(name("file(\"pipe\")")).contains("not a regular file");
        assertThat(name("file(\".\")")).contains("it is a directory");
    }

    @Test
    void directoriesThatMayNotBeReadAreLeftOut() throws IOException {
        Path secret = Files.createDirectories(folder.resolve("secret"));
        Files.writeString(secret.resolve("a"), "");
        Files.writeString(folder.resolve("b"), "");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
        try {
            assumeFalse(Files.isReadable(secret), "this user may read all directories");
            assertThat(name("join(\",\", fileset(\".\", \"**\"))")).isEqualTo("b");
        } finally {
            Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
