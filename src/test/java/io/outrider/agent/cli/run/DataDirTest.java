package io.outrider.agent.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.agent.Launched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirTest {

    private final Path temp;
    private final Path data;

    DataDirTest(@TempDir Path temp) throws IOException {
        this.temp = temp;
        this.data = Files.createDirectories(temp.resolve("data"));
    }

    @AfterEach
    void unmount() {
        Launched.unmountBelow(temp);
    }

    @Test
    void freshOneGoesAndWhatItsLinksLeadToStays() throws IOException {
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Path kept = Files.writeString(outside.resolve("kept"), "dear");
        Files.createDirectories(data.resolve("alloc/a/t/local"));
        Files.writeString(data.resolve("alloc/a/t/local/file"), "of the task");
        Files.createSymbolicLink(data.resolve("alloc/a/t/link"), outside);
        new DataDir(data, true).remove();
        assertThat(data).doesNotExist();
        assertThat(kept).hasContent("dear");
    }

    @Test
    void whatIsMountedInAFreshOneIsTakenOffAndNotEmptied() throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to mount");
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Path kept = Files.writeString(outside.resolve("kept"), "dear");
        Path point = Files.createDirectories(data.resolve("alloc/a/t/secrets"));
        int code = new ProcessBuilder("mount", "--bind", outside.toString(), point.toString())
                .inheritIO()
                .start()
                .waitFor();
        assumeTrue(code == 0, "needs mount");
        new DataDir(data, true).remove();
        assertThat(data).doesNotExist();
        assertThat(kept).hasContent("dear");
    }

    @Test
    void givenOneStays() throws IOException {
        new DataDir(data, false).remove();
        assertThat(data).isDirectory();
    }
}
