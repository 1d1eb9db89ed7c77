package io.outrider.agent;

import static io.outrider.agent.JobText.job;
import static io.outrider.agent.JobText.script;
import static io.outrider.agent.JobText.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.state.model.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Whatever is wrong ends in a clear message and a proper exit code, never in a stack trace. */
@Execution(ExecutionMode.CONCURRENT)
final class BadInputTest {

    private final Path temp;

    BadInputTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void wrongHclIsShownWithItsPlaceItsLineAndAHint() {
        Path file = write(temp, "wrong", """
                job "x" {
                  type = "batch"
                  grup "g" {
                  }
                }
                """);
        Launched run = failing("run", file.toString());
        assertThat(run.err())
                .contains("wrong.nomad.hcl:3,3-7")
                .contains("   3 |   grup \"g\" {")
                .contains("Did you mean \"group\"?");
    }

    @Test
    void programsGetASummaryOfWhatWasNeverStartedToo() throws IOException {
        Path file = write(temp, "wrong", "job \"x\" {\n  grup \"g\" {}\n}\n");
        assertThat(summary("run", "-json", file.toString())).isEqualTo("refused 1");
        assertThat(summary("run", "-json", temp.resolve("none.hcl").toString())).isEqualTo("refused 1");
        Path blocked = Files.writeString(temp.resolve("blocked"), "");
        assertThat(summary(
                        "run",
                        "-json",
                        "-data-dir",
                        blocked + "/data",
                        script(temp, "true").toString()))
                .isEqualTo("failed 1");
    }

    private String summary(String... arguments) {
        List<String> lines = failing(arguments).lines();
        JsonNode last = Json.mapper().readTree(lines.get(lines.size() - 1));
        assertThat(last.get("kind").asString()).isEqualTo("summary");
        return last.get("status").asString() + " " + last.get("exit_code").asInt();
    }

    @Test
    void unknownDriverIsNamedWithThoseThatThereAre() {
        Path file = write(temp, "driver", job("task \"t\" {\n driver = \"dokcer\"\n }"));
        assertThat(failing("run", file.toString()).err())
                .contains("task \"t\" wants the driver \"dokcer\"")
                .contains("raw_exec");
    }

    @Test
    void commandThatDoesNotExistFailsTheTask() {
        Path file = write(temp, "command", job("""
                task "t" {
                  driver = "raw_exec"
                  config {
                    command = "/no/such/program"
                  }
                }
                """));
        Launched run = failing("run", file.toString());
        assertThat(run.out())
                .contains("t * Driver Failure: binary \"/no/such/program\" could not be found\n")
                .contains("\n  binary \"/no/such/program\" could not be found\n")
                .contains("failed")
                .doesNotContain("rpc error");
        List<JsonNode> json = failing("run", "-json", file.toString()).lines().stream()
                .map(Json.mapper()::readTree)
                .toList();
        assertThat(json.get(json.size() - 1).get("tasks").get(0).get("reason").asString())
                .isEqualTo("binary \"/no/such/program\" could not be found");
        assertThat(json.toString()).as("the recorded words of the event").contains("rpc error: code = Unknown desc = ");
    }

    @Test
    void missingCommandIsToldBeforeTheStart() {
        Path file = write(temp, "command", job("task \"t\" {\n driver = \"raw_exec\"\n config {}\n }"));
        assertThat(failing("run", file.toString()).err()).contains("the config of raw_exec needs \"command\"");
    }

    @Test
    void missingFileAndDirectoryAreNamed() {
        assertThat(failing("run", "nope.hcl").err()).contains("file nope.hcl cannot be read: no such file");
        assertThat(failing("run", temp.toString()).err()).contains("file " + temp + " is a directory");
    }

    @Test
    void jobWithoutTasksIsRefused() {
        Path file = write(temp, "empty", "job \"x\" {\n group \"g\" {}\n}\n");
        assertThat(failing("run", file.toString()).err()).contains("Task group g: Missing tasks for task group");
    }

    @Test
    void dataDirectoryThatCannotBeMadeIsNamed() throws IOException {
        Path blocked = Files.writeString(temp.resolve("blocked"), "");
        Launched run = failing(
                "run", "-data-dir", blocked + "/data", script(temp, "true").toString());
        assertThat(run.err())
                .isEqualTo("outrider: data directory " + blocked + "/data cannot be used: a file of that name is in the"
                        + " way; move away what is in the way, or choose another one\n");
    }

    @Test
    void adviceIsThatOfTheCause() throws IOException, InterruptedException {
        Path file = script(temp, "true");
        Map<String, String> nowhere = Map.of("TMPDIR", temp.resolve("gone").toString());
        try (Launched run = Launched.start(temp, nowhere, Launched.command("run", file.toString()))) {
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .isEqualTo("outrider: no fresh directory can be made in " + temp + "/gone: no such file or"
                            + " directory; choose another one with TMPDIR or -data-dir\n");
        }
        assertThat(failing("run", "-data-dir", "/proc/none", file.toString()).err())
                .contains("data directory /proc/none cannot be used: ")
                .endsWith("; choose another one\n")
                .doesNotContain("free some space");
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to mount file systems");
        Path small = Files.createDirectory(temp.resolve("small"));
        assumeTrue(command("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", small.toString()) == 0, "needs mount");
        try {
            Files.write(small.resolve("fill"), new byte[4096]);
            assertThat(failing("run", "-data-dir", small + "/data", file.toString())
                            .err())
                    .contains("No space left on device; free some space on its file system, or choose another one");
            command("mount", "-o", "remount,ro", small.toString());
            assertThat(failing("run", "-data-dir", small + "/data", file.toString())
                            .err())
                    .contains("Read-only file system; its file system is mounted read-only: choose another one");
        } finally {
            command("umount", "-l", small.toString());
        }
    }

    @Test
    void unknownLogLevelIsTold() {
        List<String> command = Launched.command("run", script(temp, "true").toString());
        try (Launched run = Launched.start(temp, Map.of("OUTRIDER_LOG", "bogus"), command)) {
            assertThat(run.exitCode()).isZero();
            assertThat(run.err())
                    .isEqualTo("outrider: OUTRIDER_LOG cannot be \"bogus\" (expected: error, warn, info, debug):"
                            + " it is taken as warn\n");
        }
    }

    @Test
    void secondAgentOnADataDirectoryIsRefused() {
        Path data = temp.resolve("data");
        try (Launched first = Launched.start(
                temp,
                "run",
                "-data-dir",
                data.toString(),
                script(temp, "echo ready; sleep 60").toString())) {
            first.awaitOut("t | ready");
            assertThat(failing(
                                    "run",
                                    "-data-dir",
                                    data.toString(),
                                    script(temp, "true").toString())
                            .err())
                    .contains("data directory " + data + " is in use by another agent");
            first.signal("INT");
            assertThat(first.exitCode()).isEqualTo(130);
        }
    }

    @Test
    void stateFileThatIsNoneIsToldAndNotOverwritten() throws IOException {
        Path state = Files.createDirectories(temp.resolve("data/state"));
        Path file = Files.writeString(
                state.resolve("state.db"), "this is no database, but it may be dear to somebody".repeat(100));
        long size = Files.size(file);
        Launched run = failing(
                "run",
                "-data-dir",
                temp.resolve("data").toString(),
                script(temp, "true").toString());
        assertThat(run.err()).contains("state.db");
        assertThat(Files.size(file)).isEqualTo(size);
    }

    @Test
    void taskThatFloodsLosesNothingItCouldStillHaveRead() {
        Path file = script(temp, "i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done");
        Launched run = ended("run", file.toString());
        assertThat(run.exitCode()).isZero();
        List<String> lines =
                run.lines().stream().filter(line -> line.startsWith("t | line")).toList();
        assertThat(lines).hasSize(20_000);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i)).isEqualTo("t | line " + i);
        }
    }

    @Test
    void taskThatClosesItsOutputGoesOn() {
        Launched run = ended(
                "run",
                script(temp, "echo before; exec >&- 2>&-; sleep 0.3; exit 5").toString());
        assertThat(run.exitCode()).isEqualTo(5);
        assertThat(run.out()).contains("t | before\n").contains("Exit Code: 5");
    }

    @Test
    void outputWithoutNewlinesIsShownInPieces() {
        Launched run = ended(
                "run",
                script(temp, "head -c 100000 /dev/zero | tr '\\0' x; printf end")
                        .toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        String text = String.join(
                "",
                run.lines().stream()
                        .filter(line -> line.startsWith("t | "))
                        .map(line -> line.substring(4))
                        .toList());
        assertThat(text).hasSize(100_003).endsWith("xend");
    }

    @Test
    void fullDiskIsToldAndTheTaskIsStopped() throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to mount a small file system");
        Path small = Files.createDirectory(temp.resolve("small"));
        assumeTrue(command("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", small.toString()) == 0, "needs mount");
        // The start has to be durable before the disk fills: what is not durable is not shown.
        Path flood = temp.resolve("flood");
        String script = "echo pid $$; while [ ! -e " + flood + " ]; do sleep 0.05; done; exec yes";
        try (Launched run = Launched.start(
                temp, "run", "-data-dir", small + "/data", script(temp, script).toString())) {
            run.awaitOut("t | pid ");
            Files.writeString(flood, "");
            run.await(() -> run.err().contains("No space left"), "full disk is told");
            long pid = Long.parseLong(run.lines().stream()
                    .filter(line -> line.startsWith("t | pid "))
                    .findFirst()
                    .orElseThrow()
                    .substring("t | pid ".length()));
            run.signal("INT");
            run.await(() -> !Launched.lives(pid), "the task has been stopped");
            run.signal("TERM");
            assertThat(run.exitCode()).as("after the second interrupt").isEqualTo(130);
            assertThat(run.err())
                    .contains("killing test", "left at once; what remains is in " + small + "/data")
                    .containsOnlyOnce("could not be written")
                    .doesNotContain("\tat ", "StateStoreException", "run/");
        } finally {
            command("umount", "-l", small.toString());
        }
    }

    @Test
    void diskThatIsFullBeforeTheStartIsDurableIsTold() throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to mount a small file system");
        Path small = Files.createDirectory(temp.resolve("small"));
        assumeTrue(command("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", small.toString()) == 0, "needs mount");
        try (Launched run = Launched.start(
                temp,
                "run",
                "-data-dir",
                small + "/data",
                script(temp, "exec cat /dev/zero").toString())) {
            run.await(() -> run.err().contains("the state could not be written: "), "full disk is told");
            assertThat(run.err())
                    .containsOnlyOnce("the state could not be written: ")
                    .contains("no space left on the file system of " + small + "/data/state");
            run.signal("INT");
            run.await(() -> run.err().contains("stopping test"), "first interrupt is told");
            run.signal("TERM");
            assertThat(run.exitCode()).isEqualTo(130);
            assertThat(run.err()).doesNotContain("StateStoreException", "run/");
        } finally {
            command("umount", "-l", small.toString());
        }
    }

    @Test
    void secondInterruptEndsAStartThatHangs() throws IOException, SQLException {
        Path data = temp.resolve("data");
        Path file = script(temp, "true");
        assertThat(ended("run", "-data-dir", data.toString(), file.toString()).exitCode())
                .isZero();
        Path lock = data.resolve("agent.lock");
        try (Connection state = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("state/state.db"));
                Statement statement = state.createStatement()) {
            statement.execute("PRAGMA locking_mode = EXCLUSIVE");
            statement.execute("BEGIN EXCLUSIVE");
            try (Launched run = Launched.start(temp, "run", "-data-dir", data.toString(), file.toString())) {
                run.await(() -> holder(lock).equals(Long.toString(run.process().pid())), "the start has begun");
                run.signal("INT");
                run.await(() -> run.err().contains("once more leaves at once"), "first interrupt is told");
                run.signal("TERM");
                assertThat(run.exitCode()).isEqualTo(130);
                assertThat(run.err()).endsWith("left at once; what remains is in " + data + "\n");
            }
        }
    }

    private static String holder(Path lock) {
        try {
            return Files.readString(lock).strip();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void unmount() {
        Launched.unmountBelow(temp);
    }

    private Launched failing(String... arguments) {
        Launched run = ended(arguments);
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
        return run;
    }

    private Launched ended(String... arguments) {
        try (Launched run = Launched.start(temp, arguments)) {
            run.exitCode();
            assertThat(run.err()).doesNotContain("\tat ").doesNotContain("Exception");
            return run;
        }
    }

    private static int command(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
