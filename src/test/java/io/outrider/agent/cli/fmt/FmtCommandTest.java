package io.outrider.agent.cli.fmt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.outrider.agent.Launched;
import io.outrider.agent.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class FmtCommandTest {

    private static final String UGLY = "job \"x\" {\ntype=\"batch\" # kept\n}";
    private static final String PRETTY = "job \"x\" {\n  type = \"batch\" # kept\n}\n";

    private final Path dir;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    FmtCommandTest(@TempDir Path dir) {
        this.dir = dir;
    }

    private Path file(String name, String text) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        return Files.writeString(file, text);
    }

    private int fmt(Object... arguments) {
        Terminal terminal = Terminal.of(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of());
        return new CommandLine(new FmtCommand(terminal))
                .execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    }

    private List<String> printed() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void fileIsRewrittenAndNamedOnce() throws IOException {
        Path file = file("a.nomad.hcl", UGLY);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(fmt(file)).isZero();
        assertThat(fmt(file)).isZero();
        assertThat(printed()).containsExactly(file.toString());
        assertThat(file).hasContent(PRETTY);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        assertThat(dir).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void linkStaysALink() throws IOException {
        Path file = file("real.hcl", UGLY);
        Path link = Files.createSymbolicLink(dir.resolve("link.hcl"), file.getFileName());
        assertThat(fmt(link)).isZero();
        assertThat(link).isSymbolicLink().hasContent(PRETTY);
    }

    @Test
    void checkNamesAndChangesNothing() throws IOException {
        Path file = file("a.hcl", UGLY);
        assertThat(fmt("-check", file)).isEqualTo(1);
        assertThat(printed()).containsExactly(file.toString());
        assertThat(Files.readString(file)).isEqualTo(UGLY);
        assertThat(fmt("--check", file)).isEqualTo(1);
        assertThat(fmt("-check", file("b.hcl", PRETTY))).isZero();
    }

    @Test
    void diffShowsAndChangesNothing() throws IOException {
        Path file = file("a.hcl", "a = 1\nb = 2\nc = 3\nd = 4\n" + UGLY);
        assertThat(fmt("-diff", file)).isZero();
        assertThat(printed())
                .containsExactly(
                        "--- " + file,
                        "+++ " + file,
                        "@@ -3,5 +3,5 @@",
                        " c = 3",
                        " d = 4",
                        " job \"x\" {",
                        "-type=\"batch\" # kept",
                        "-}",
                        "\\ No newline at end of file",
                        "+  type = \"batch\" # kept",
                        "+}");
        assertThat(Files.readString(file)).endsWith(UGLY);
    }

    @Test
    void directoryGivesItsHclFilesAndWithRecursiveThoseBelow() throws IOException {
        Path top = file("d/a.nomad", UGLY);
        Path deep = file("d/e/b.hcl", UGLY);
        Path other = file("d/c.txt", UGLY);
        Path hidden = file("d/.git/x.hcl", UGLY);
        assertThat(fmt(dir.resolve("d"))).isZero();
        assertThat(printed()).containsExactly(top.toString());
        assertThat(fmt("-recursive", dir.resolve("d"))).isZero();
        assertThat(printed()).containsExactly(top.toString(), deep.toString());
        assertThat(List.of(other, hidden))
                .allSatisfy(file -> assertThat(Files.readString(file)).isEqualTo(UGLY));
    }

    @Test
    void wrongFileIsToldAndTheOthersAreFormatted() throws IOException {
        Path wrong = file("a.hcl", "job {\n");
        Path good = file("b.hcl", UGLY);
        assertThat(fmt(wrong, dir.resolve("gone.hcl"), good)).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains(
                        "file " + wrong + " is no HCL and stays as it is",
                        "a.hcl:",
                        "gone.hcl cannot be read: no such");
        assertThat(wrong).hasContent("job {\n");
        assertThat(good).hasContent(PRETTY);
    }

    @Test
    void fileThatMayNotBeWrittenIsLeftAlone() throws IOException {
        assumeFalse("root".equals(System.getProperty("user.name")), "root may write everything");
        Path file = file("a.hcl", UGLY);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assertThat(fmt(file)).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("cannot be written: permission denied");
    }

    @Test
    void standardInputGoesToStandardOutput() throws IOException {
        Path file = file("a.hcl", UGLY);
        String command = String.join(" ", Launched.command("fmt", "-")) + " < " + file;
        Launched run = Launched.start(dir, Map.of(), List.of("sh", "-c", command));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(PRETTY);
    }

    @Test
    void endlessStandardInputIsRefused() {
        String command = "yes '# x' | " + String.join(" ", Launched.command("fmt", "-"));
        Launched run = Launched.start(dir, Map.of(), List.of("sh", "-c", command));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("outrider: the standard input is larger than a job file can be (16 MiB)\n");
        assertThat(run.out()).isEmpty();
    }
}
