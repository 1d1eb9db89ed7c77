package io.outrider.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What {@code job init} writes is good and runs. */
@Execution(ExecutionMode.CONCURRENT)
final class JobInitTest {

    private final Path temp;

    JobInitTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void exampleRunsUntilItIsStopped() {
        assertThat(good("job", "init").out())
                .isEqualTo("Job file written to example.nomad.hcl\nRun it here: outrider run example.nomad.hcl\n");
        isGood("example.nomad.hcl");
        try (Launched run = Launched.start(temp, "run", "-var", "greeting=Hej", "example.nomad.hcl")) {
            run.awaitOut("clock   | Hej from task clock of nobody.\n");
            run.await(
                    () -> run.out()
                            .matches(
                                    "(?s).*clock   ! Ready since .+\\.\nclock   ! Port \\d+ is free to be used\\.\n.*"),
                    "the file of the other task and the port");
            run.await(() -> run.out().matches("(?s).*clock   \\| \\d\\d:\\d\\d:\\d\\d\n.*"), "the time");
            run.signal("INT");
            assertThat(run.exitCode()).isEqualTo(130);
            assertThat(run.out()).contains("clock   | Good bye.\n");
            assertThat(run.err()).doesNotContain("arning");
        }
    }

    @Test
    void shortExampleRunsToItsEnd() throws IOException {
        good("job", "init", "-short", "brief.hcl");
        isGood("brief.hcl");
        assertThat(Files.readString(temp.resolve("brief.hcl"))).doesNotContain("#");
        assertThat(good("run", "brief.hcl").out()).contains("hello | Hello from task hello.\n");
    }

    @Test
    void fileThatIsThereStaysAsItIs() throws IOException {
        Path file = Files.writeString(temp.resolve("example.nomad.hcl"), "mine");
        Path link = Files.createSymbolicLink(temp.resolve("link.hcl"), temp.resolve("nowhere"));
        for (Path taken : new Path[] {file, link}) {
            Launched init = ended("job", "init", taken.toString());
            assertThat(init.exitCode()).isEqualTo(1);
            assertThat(init.err())
                    .isEqualTo("outrider: file " + taken + " is there already and stays as it is: name another one\n");
        }
        assertThat(file).hasContent("mine");
        assertThat(temp.resolve("nowhere")).doesNotExist();
    }

    @Test
    void fileThatCannotBeWrittenIsNamed() {
        Launched init = ended("job", "init", "no/such/dir.hcl");
        assertThat(init.exitCode()).isEqualTo(1);
        assertThat(init.err())
                .isEqualTo("outrider: file no/such/dir.hcl cannot be written: no such file or directory\n");
    }

    @Test
    void exampleCanGoToTheStandardOutput() throws IOException {
        Files.writeString(
                temp.resolve("printed.hcl"), good("job", "init", "-short", "-").out());
        isGood("printed.hcl");
        assertThat(temp.resolve("-")).doesNotExist();
    }

    private void isGood(String file) {
        good("fmt", "-check", file);
        Launched checked = good("job", "validate", "-strict", file);
        assertThat(checked.err()).isEmpty();
    }

    private Launched good(String... arguments) {
        Launched run = ended(arguments);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        return run;
    }

    private Launched ended(String... arguments) {
        try (Launched run = Launched.start(temp, Map.of(), Launched.command(arguments))) {
            run.exitCode();
            return run;
        }
    }
}
