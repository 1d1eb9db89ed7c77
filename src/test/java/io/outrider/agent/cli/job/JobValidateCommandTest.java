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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

final class JobValidateCommandTest {

    private static final String GOOD = """
            job "j" {
              type = "batch"
              group "g" {
                task "t" {
                  driver = "raw_exec"
                  config {
                    command = "true"
                  }
                }
              }
            }
            """;
    private static final String WARNED =
            GOOD.replace("type = \"batch\"", "type = \"batch\"\n  periodic {\n    cron = \"@daily\"\n  }");
    private static final String FAULTY = WARNED.replace("driver = \"raw_exec\"", "kill_timeout = \"-1s\"")
            .replace("group \"g\"", "/* ä 👍 */ group \"g\"");

    private final Path dir;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    JobValidateCommandTest(@TempDir Path dir) {
        this.dir = dir;
    }

    @Test
    void goodJobIsSaidToBe() throws IOException {
        assertThat(validate(file(GOOD), "-strict")).isZero();
        assertThat(out()).isEqualTo("Job validation successful\n");
        assertThat(err.size()).isZero();
    }

    @Test
    void faultsAreShownAtTheirPlacesBeforeWarnings() throws IOException {
        Path file = file(FAULTY);
        assertThat(validate(file)).isEqualTo(1);
        assertThat(out()).isEmpty();
        assertThat(err()).isEqualTo("""
                outrider: the job is not valid

                Error: Invalid job
                  at FILE:7,5-13
                   7 |     task "t" {
                     |     ^^^^^^^^
                  Task group g: Task t: Missing task driver

                Error: Invalid job
                  at FILE:8,7-19
                   8 |       kill_timeout = "-1s"
                     |       ^^^^^^^^^^^^
                  Task group g: Task t: KillTimeout must be a positive value

                Warning: Discouraged
                  at FILE:4,5-9
                   4 |     cron = "@daily"
                     |     ^^^^
                  cron is deprecated and may be removed in a future release. Use crons instead
                """.replace("FILE", file.toString()));
    }

    @Test
    void warningsFailOnlyWhenStrict() throws IOException {
        Path file = file(WARNED);
        assertThat(validate(file)).isZero();
        assertThat(out()).isEqualTo("Job validation successful\nNote: the job is periodic: it is run once, now\n");
        assertThat(err()).startsWith("Warning: Discouraged\n");
        err.reset();
        out.reset();
        assertThat(validate("-strict", file)).isEqualTo(1);
        assertThat(out()).isEmpty();
        assertThat(err()).startsWith("outrider: the job has warnings, and -strict lets none pass\n\nWarning: ");
    }

    @Test
    void jsonTellsEachDiagnosticAndThenTheValidation() throws IOException {
        Path file = file(FAULTY);
        assertThat(validate("-json", file)).isEqualTo(1);
        assertThat(err.size()).isZero();
        List<JsonNode> lines = lines();
        assertThat(lines.stream().map(line -> line.path("kind").asString()))
                .containsExactly("diagnostic", "diagnostic", "diagnostic", "validation");
        assertThat(lines.stream().limit(3).map(line -> line.path("severity").asString()))
                .containsExactly("error", "error", "warning");
        JsonNode second = lines.get(1);
        assertThat(second.path("summary").asString()).isEqualTo("Invalid job");
        assertThat(second.path("detail").asString())
                .isEqualTo("Task group g: Task t: KillTimeout must be a positive value");
        assertThat(second.at("/range/filename").asString()).isEqualTo(file.toString());
        assertThat(second.at("/snippet").toString())
                .isEqualTo("{\"before\":\"      \",\"marked\":\"kill_timeout\",\"after\":\" = \\\"-1s\\\"\"}");
        byte[] bytes = FAULTY.getBytes(StandardCharsets.UTF_8);
        assertThat(new String(
                        Arrays.copyOfRange(
                                bytes,
                                second.at("/range/start/byte").asInt(),
                                second.at("/range/end/byte").asInt()),
                        StandardCharsets.UTF_8))
                .isEqualTo("kill_timeout");
        assertThat(lines.get(3)).isEqualTo(Json.read("""
                {"kind": "validation", "valid": false, "job": "j", "errors": 2, "warnings": 1}""", JsonNode.class));
    }

    @Test
    void jsonOfAGoodJobIsOneLine() throws IOException {
        assertThat(validate("-json", file(GOOD))).isZero();
        assertThat(out())
                .isEqualTo("{\"kind\":\"validation\",\"valid\":true,\"job\":\"j\",\"errors\":0,\"warnings\":0}\n");
    }

    @Test
    void jsonOfWhatIsNoJobHasNoJob() throws IOException {
        assertThat(validate("-json", file("job \"j\" {\n  grup \"g\" {}\n}\n"))).isEqualTo(1);
        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0).path("hint").asString()).isEqualTo("Did you mean \"group\"?");
        assertThat(lines().get(0).at("/range/start").toString()).isEqualTo("{\"line\":2,\"column\":3,\"byte\":12}");
        assertThat(lines().get(0).at("/range/end").toString()).isEqualTo("{\"line\":2,\"column\":7,\"byte\":16}");
        assertThat(lines().get(1).has("job")).isFalse();
        out.reset();
        assertThat(validate("-json", dir.resolve("gone.hcl"))).isEqualTo(1);
        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0).path("detail").asString())
                .endsWith("gone.hcl cannot be read: no such file or directory");
        assertThat(lines().get(0).has("range")).isFalse();
    }

    @Test
    void jsonStaysWholeAndShortWhateverTheFileHolds() throws IOException {
        Path broken = Files.write(dir.resolve("broken.hcl"), new byte[] {'j', 'o', 'b', ' ', (byte) 0xC3, '\n'});
        assertThat(validate("-json", broken)).isEqualTo(1);
        assertThat(out()).contains("\uFFFD");
        assertThat(lines()).hasSizeGreaterThan(1);
        out.reset();
        String longLine = "x = \"" + "👍".repeat(5000) + "\" job \"" + "y".repeat(20_000) + "\" {";
        assertThat(validate("-json", file(longLine))).isEqualTo(1);
        assertThat(lines()).allSatisfy(line -> assertThat(line.toString()).hasSizeLessThan(2000));
    }

    @Test
    void outputTellsDiagnosticsBesideTheJob() throws IOException {
        Path wrong = file("job \"j\" {\n  grup \"g\" {}\n}\n");
        assertThat(new CommandLine(new JobRunCommand(terminal())).execute("-output", "-json", wrong.toString()))
                .isEqualTo(1);
        assertThat(out.size()).isZero();
        assertThat(err().lines()).singleElement().satisfies(line -> assertThat(
                        Json.read(line, JsonNode.class).path("kind").asString())
                .isEqualTo("diagnostic"));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(dir.resolve("file.nomad.hcl"), text);
    }

    @Test
    void whatIsDoneOtherwiseHereIsNoted() throws IOException {
        Path file = Files.writeString(dir.resolve("periodic.hcl"), """
                job "x" {
                  type = "batch"
                  periodic {
                    crons = ["0 0 * * *"]
                  }
                  group "g" {
                    count = 0
                    task "t" {
                      driver = "mock_driver"
                    }
                  }
                }
                """);
        assertThat(validate("-strict", file)).as(err()).isZero();
        assertThat(out()).endsWith("""
                Note: the job is periodic: it is run once, now
                Note: the job asks for nothing: every group has count = 0
                """);
        out.reset();
        assertThat(validate("-json", file)).isZero();
        assertThat(lines())
                .extracting(line -> line.get("kind").asString())
                .containsExactly("note", "note", "validation");
    }

    @Test
    void colourOfDiagnosticsIsForTerminals() throws IOException {
        Path file = Files.writeString(dir.resolve("wrong.hcl"), "job \"x\" {\n  grup \"g\" {}\n}\n");
        assertThat(validate(file)).isEqualTo(1);
        assertThat(err()).doesNotContain("\033");
        Terminal colours = Terminal.of(terminal().out(), terminal().err(), true, Map.of("TERM", "xterm"));
        assertThat(validate(colours, file)).isEqualTo(1);
        assertThat(err())
                .containsPattern("\033\\[31mError: [^\n]+\033\\[0m\n")
                .containsPattern("\033\\[31m +\\| +\\^+\033");
        err.reset();
        assertThat(validate(colours.withErrors(false), file)).isEqualTo(1);
        assertThat(err()).contains("Error: ").doesNotContain("\033");
    }

    private int validate(Object... arguments) {
        return validate(terminal(), arguments);
    }

    private int validate(Terminal terminal, Object... arguments) {
        return new CommandLine(new JobValidateCommand(terminal))
                .execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    }

    private Terminal terminal() {
        return Terminal.of(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of());
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private List<JsonNode> lines() {
        return out().lines().map(line -> Json.read(line, JsonNode.class)).toList();
    }
}
