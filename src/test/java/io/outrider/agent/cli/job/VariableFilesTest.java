package io.outrider.agent.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.cli.output.Terminal;
import io.outrider.state.model.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** {@code -var-file} of the commands that read a job file. */
final class VariableFilesTest {

    private final Path dir;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    VariableFilesTest(@TempDir Path dir) {
        this.dir = dir;
    }

    @BeforeEach
    void writeJob() throws IOException {
        file("job.hcl", """
                variable "name" {
                  type = string
                }
                variable "names" {
                  type    = list(string)
                  default = []
                }
                job "j" {
                  name        = var.name
                  datacenters = var.names
                }
                """);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text).toString();
    }

    private int output(String... arguments) {
        Terminal terminal = Terminal.of(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of());
        CommandLine line = new CommandLine(new JobRunCommand(terminal));
        line.setExecutionExceptionHandler((error, command, parsed) -> {
            terminal.err().println(error.getMessage());
            return 1;
        });
        String[] all = new String[arguments.length + 2];
        all[0] = "-output";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[all.length - 1] = dir.resolve("job.hcl").toString();
        return line.execute(all);
    }

    private JsonNode job() {
        return Json.mapper().readTree(out.toByteArray()).get("Job");
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8).replace(dir.toString(), "DIR");
    }

    @Test
    void bothSyntaxesAreReadAndTheLastFileWins() throws IOException {
        String hcl = file("a.vars", "name  = \"a\"\nnames = [\"x\", \"y\"]\n");
        String json = file("b.json", "{\"name\": \"b\"}");
        assertThat(output("-var-file", hcl, "-var-file=" + json)).as(err()).isZero();
        assertThat(job().get("Name").stringValue()).isEqualTo("b");
        assertThat(job().get("Datacenters")).hasToString("[\"x\",\"y\"]");
    }

    @Test
    void variableOfTheCommandLineWinsWhereverItStands() throws IOException {
        String hcl = file("a.vars", "name = \"a\"\n");
        assertThat(output("-var=name=c", "-var-file=" + hcl)).as(err()).isZero();
        assertThat(job().get("Name").stringValue()).isEqualTo("c");
    }

    @Test
    void fileThatIsNotThereIsNamed() {
        assertThat(output("-var-file=" + dir.resolve("gone.vars"))).isEqualTo(1);
        assertThat(err()).isEqualTo("file DIR/gone.vars cannot be read: no such file or directory\n");
    }

    @Test
    void directoryIsNoFile() {
        assertThat(output("-var-file=" + dir)).isEqualTo(1);
        assertThat(err()).isEqualTo("file DIR is a directory: name the file in it\n");
    }

    @Test
    void wrongSyntaxIsShownInItsPlace() throws IOException {
        assertThat(output("-var-file=" + file("a.vars", "name = \"a\"\nnames = [\"x\" \"y\"]\n")))
                .isEqualTo(1);
        assertThat(err()).contains("""
                Error: Missing item separator
                  at DIR/a.vars:2,14-15
                   2 | names = ["x" "y"]
                     |              ^
                """);
        err.reset();
        assertThat(output("-var-file=" + file("b.json", "{\n  \"name\": \"b\",\n}\n")))
                .isEqualTo(1);
        assertThat(err()).contains("""
                Error: Trailing comma in object
                  at DIR/b.json:2,14-15
                   2 |   "name": "b",
                     |              ^
                """);
    }

    @Test
    void nameThatNoVariableHasIsShownInItsPlace() throws IOException {
        assertThat(output("-var-file=" + file("a.vars", "name = \"a\"\nnmes = []\n")))
                .isEqualTo(1);
        assertThat(err())
                .contains("DIR/a.vars:2,8-10")
                .contains("   2 | nmes = []")
                .contains("names");
    }
}
