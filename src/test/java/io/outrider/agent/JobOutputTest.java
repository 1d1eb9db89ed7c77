package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.state.model.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code job run -output} against what the reference's command has printed for the same files and options. */
@Execution(ExecutionMode.CONCURRENT)
final class JobOutputTest {

    private final Path temp;

    JobOutputTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "command__testdata__example-short-bad",
                "demo__csi__ceph-csi-plugin__plugin-cephrbd-controller",
                "demo__csi__kadalu-csi__controller",
                "e2e__remotetasks__input__ecs",
                "own__arg_var_empty",
                "own__arg_var_file_json",
                "own__arg_var_overrides_file",
                "own__arg_var_string_keeps_template",
                "own__arg_var_undefined_not_strict"
            })
    void optionsMeanWhatTheyMeanToTheReference(String name) throws IOException {
        Path jobs = recorded("corpus/jobs");
        List<String> arguments = new ArrayList<>(List.of("job", "run", "-output"));
        arguments.addAll(Files.readAllLines(jobs.resolve(name + ".args")));
        arguments.add(file(jobs, name));
        Launched run = ended(jobs, "", arguments);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertSame(job(run.out()), Files.readString(jobs.resolve(name + ".parsed.json")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"command__asset__example", "command__testdata__example-basic"})
    void standardInputIsReadAsTheFileIs(String name) throws IOException {
        Path jobs = recorded("corpus/jobs");
        Launched run = ended(jobs, file(jobs, name), List.of("job", "run", "-output", "-"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertSame(job(run.out()), Files.readString(jobs.resolve(name + ".parsed.json")));
        Launched validate = ended(jobs, file(jobs, name), List.of("job", "validate", "-"));
        assertThat(validate.exitCode()).as(validate.err()).isZero();
        assertThat(validate.out()).isEqualTo("Job validation successful\n");
    }

    @Test
    void layoutIsThatOfTheReference() throws IOException {
        Path golden = recorded("golden");
        List<String> recorded = Files.readAllLines(golden.resolve("cli/job-run-output.txt"));
        List<String> expected = recorded.subList(1, recorded.size() - 1);
        Launched run = ended(golden.resolve("cli-jobs"), "", List.of("job", "run", "-output", "done.nomad.hcl"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertSame(job(run.out()), job(String.join("\n", expected)).toString());
        // The order of keys is free, and with it which lines end in a comma.
        assertThat(run.out().lines().map(JobOutputTest::withoutComma))
                .containsExactlyInAnyOrderElementsOf(
                        expected.stream().map(JobOutputTest::withoutComma).toList());
    }

    @Test
    void faultOfTheStandardInputIsShownThere() {
        Path file = JobText.write(temp, "wrong", "job \"j\" {\n  grup \"g\" {}\n}\n");
        for (List<String> command : List.of(List.of("job", "run", "-output", "-"), List.of("job", "validate", "-"))) {
            Launched run = ended(temp, file.toString(), command);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).contains("  at stdin:2,3-7\n   2 |   grup \"g\" {}\n     |   ^^^^\n");
        }
    }

    private static String withoutComma(String line) {
        return line.endsWith(",") ? line.substring(0, line.length() - 1) : line;
    }

    private static void assertSame(JsonNode actual, String expected) {
        JsonNode wanted = Json.read(expected, JsonNode.class);
        boolean same = wanted.equals(
                (one, other) -> one.isNumber() && other.isNumber()
                        ? one.decimalValue().compareTo(other.decimalValue())
                        : one.equals(other) ? 0 : 1,
                actual);
        assertThat(same).as("printed: %s\nrecorded: %s", actual, wanted).isTrue();
    }

    private static JsonNode job(String printed) {
        return Json.read(printed, JsonNode.class).path("Job");
    }

    private static String file(Path jobs, String name) throws IOException {
        try (Stream<Path> files = Files.list(jobs)) {
            return files.map(path -> path.getFileName().toString())
                    .filter(file -> file.matches(name + "\\.(nomad\\.hcl|nomad|hcl|json)"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path recorded(String folder) {
        Path path = Launched.ROOT.resolve("../shared").resolve(folder).normalize();
        if (!Files.isDirectory(path)) {
            assertThat(System.getenv("CI"))
                    .as("in CI the data must be there: " + path)
                    .isNull();
            assumeTrue(false, "no recorded data at " + path);
        }
        return path;
    }

    /** Runs in a directory that may not be written; {@code input} is a file in it, or nothing. */
    private Launched ended(Path dir, String input, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("sh", "-c"));
        command.add("cd \"$1\" && exec < \"${2:-/dev/null}\" && shift 2 && exec \"$@\"");
        command.addAll(List.of("sh", dir.toString(), input));
        command.addAll(Launched.command(arguments.toArray(String[]::new)));
        try (Launched run = Launched.start(temp, Map.of(), command)) {
            run.exitCode();
            return run;
        }
    }
}
