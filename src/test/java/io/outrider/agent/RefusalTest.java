package io.outrider.agent;

import static io.outrider.agent.JobText.job;
import static io.outrider.agent.JobText.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job asks for in vain is told before anything starts: all of it, once, with its place. */
final class RefusalTest {

    private static final String MUCH = """
            job "much" {
              group "g" {
                network {
                  mode = "bridge"
                }
                task "a" {
                  driver = "raw_exec"
                  config {
                    comand = "/bin/true"
                    args   = "x"
                  }
                  template {
                    data        = "x"
                    destination = "local/x"
                  }
                }
                task "b" {
                  driver = "raw_exce"
                }
              }
            }
            """;

    private static final String FAULTS = """
            KIND: Not supported yet
              at FILE:4,7-11
               4 |       mode = "bridge"
                 |       ^^^^
              group "g" needs networks of mode bridge, which Outrider does not yet support

            KIND: Wrong driver config
              at FILE:8,7-13
               8 |       config {
                 |       ^^^^^^
              task "a": the config of raw_exec needs "command"

            KIND: Wrong driver config
              at FILE:9,9-15
               9 |         comand = "/bin/true"
                 |         ^^^^^^
              task "a": the config of raw_exec has no "comand"
              Hint: Did you mean "command"?

            KIND: Wrong driver config
              at FILE:10,9-13
              10 |         args   = "x"
                 |         ^^^^
              task "a": the config of raw_exec cannot take this "args": list of string required

            KIND: Not supported yet
              at FILE:12,7-15
              12 |       template {
                 |       ^^^^^^^^
              task "a" needs template blocks, which Outrider does not yet support

            KIND: Unknown driver
              at FILE:18,7-13
              18 |       driver = "raw_exce"
                 |       ^^^^^^
              task "b" wants the driver "raw_exce", which is not here (here are: mock_driver, raw_exec)
              Hint: Did you mean "raw_exec"?
            """;

    private final Path temp;

    RefusalTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void runTellsAllAtOnceAndStartsNothing() throws IOException {
        Path file = write(temp, "much", MUCH);
        Path tmp = Files.createDirectory(temp.resolve("tmp"));
        Launched run = ended(Map.of("TMPDIR", tmp.toString()), "run", file.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("outrider: this job cannot be run here\n\n" + faults("Error", file));
        try (Stream<Path> left = Files.list(tmp)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void validateWarnsOfWhatThisMachineCannotRun() {
        Path file = write(temp, "much", MUCH);
        Launched run = ended(Map.of(), "job", "validate", file.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("Job validation successful\n");
        assertThat(run.err()).isEqualTo(faults("Warning", file));
    }

    private static String faults(String kind, Path file) {
        return FAULTS.replace("KIND", kind).replace("FILE", file.toString());
    }

    @Test
    void whatATaskWorksOutWhenItStartsIsNotJudged() {
        String task = "task \"t\" {\n driver = \"raw_exec\"\n config {\n command = \"/bin/true\"\n"
                + " args = \"$${meta.many}\"\n }\n }";
        Launched run = ended(
                Map.of(), "job", "validate", write(temp, "late", job(task)).toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void unsetVariableIsToldAndNotWhatComesOfIt() {
        Path file = write(temp, "unset", """
                variable "x" {}
                locals {
                  y = "${var.x}"
                }
                job "j" {
                  datacenters = [var.x, local.y]
                  group "g" {
                    count = var.x
                  }
                }
                """);
        Launched run = ended(Map.of(), "run", file.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).containsOnlyOnce("Error: ").contains("Error: Unset variable \"x\"");
    }

    @Test
    void atMostTenDiagnosticsAreShown() {
        String wrong = "  wrong%d = 1\n";
        StringBuilder text = new StringBuilder("job \"j\" {\n");
        for (int number = 1; number <= 13; number++) {
            text.append(wrong.formatted(number));
        }
        Launched run = ended(
                Map.of(),
                "run",
                write(temp, "many", text.append("}\n").toString()).toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines().filter(line -> line.startsWith("Error: "))).hasSize(10);
        assertThat(run.err()).endsWith("\n... and 3 more\n");
    }

    @Test
    void programGivenAsJobFileIsRefusedInOneLine() {
        Launched run = ended(Map.of(), "run", "/bin/sh");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines()).singleElement().asString().startsWith("outrider: file /bin/sh is no text");
    }

    private Launched ended(Map<String, String> env, String... arguments) {
        try (Launched run = Launched.start(temp, env, Launched.command(arguments))) {
            run.exitCode();
            return run;
        }
    }
}
