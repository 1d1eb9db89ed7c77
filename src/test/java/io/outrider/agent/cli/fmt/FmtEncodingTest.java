package io.outrider.agent.cli.fmt;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What fmt does with bytes that it cannot write back, and with the line ends of other systems. */
final class FmtEncodingTest {
    private final Path dir;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    FmtEncodingTest(@TempDir Path dir) {
        this.dir = dir;
    }

    private int fmt(String... arguments) {
        Terminal terminal = Terminal.of(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of());
        return new CommandLine(new FmtCommand(terminal)).execute(arguments);
    }

    @Test
    void commentThatIsNoUtf8IsToldAndStays() throws IOException {
        Path file = dir.resolve("a.nomad.hcl");
        byte[] latin = "job \"x\" {\n# Gr\u00f6\u00dfe\n}\n".getBytes(StandardCharsets.ISO_8859_1);
        Files.write(file, latin);
        assertThat(fmt(file.toString())).isEqualTo(1);
        assertThat(Files.readAllBytes(file)).isEqualTo(latin);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains(file + ":2,5-6", "Invalid character encoding", "iconv")
                .containsOnlyOnce("Error:");
    }

    @Test
    void diffShowsLineEndsThatGo() throws IOException {
        Path file = Files.writeString(dir.resolve("a.nomad.hcl"), "job \"x\" {\r\n}\r\n");
        assertThat(fmt("-diff", file.toString())).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("@@ -1,2 +1,2 @@\n-job \"x\" {\r\n-}\r\n+job \"x\" {\n+}\n");
    }
}
