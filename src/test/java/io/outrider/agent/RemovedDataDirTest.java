package io.outrider.agent;

import static io.outrider.agent.JobText.script;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** After a kill -9 the user removes the data directory, as the README allows: nothing of ours may run on. */
@Execution(ExecutionMode.CONCURRENT)
final class RemovedDataDirTest {

    private final Path temp;

    RemovedDataDirTest(@TempDir Path temp) {
        this.temp = temp;
    }

    @Test
    void drainAndShimsEndWithTheGivenDirectory() throws IOException {
        Path data = temp.resolve("data");
        killWithEndedTask(Map.of(), "run", "-data-dir", data.toString());
        assertThat(processesOf(data)).as("shim and drain").hasSizeGreaterThanOrEqualTo(2);
        remove(data);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> processesOf(data)
                .isEmpty());
    }

    @Test
    void shimOfAFreshDirectoryEndsWithTheNextRun() throws IOException {
        Path tmp = Files.createDirectory(temp.resolve("tmp"));
        killWithEndedTask(Map.of("TMPDIR", tmp.toString()), "run");
        assertThat(processesOf(tmp)).as("shim").isNotEmpty();
        remove(tmp);
        try (Launched next =
                Launched.start(temp, "run", script(temp, "echo next").toString())) {
            assertThat(next.exitCode()).as(next.err()).isZero();
        }
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> processesOf(tmp)
                .isEmpty());
    }

    private void killWithEndedTask(Map<String, String> env, String... words) {
        Path go = temp.resolve("go");
        Path pid = temp.resolve("pid");
        Path file = script(temp, "echo $$ > " + pid + "; echo ready; until [ -e " + go + " ]; do sleep 0.02; done");
        List<String> command = new ArrayList<>(Launched.command(words));
        command.add(file.toString());
        try (Launched run = Launched.start(temp, env, command)) {
            run.awaitOut("t | ready").signal("KILL");
            run.exitCode();
            Files.writeString(go, "");
            long task = Long.parseLong(Files.readString(pid).trim());
            Awaitility.await().until(() -> !Launched.lives(task));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void remove(Path dir) {
        Launched.unmountBelow(dir);
        try {
            int code = new ProcessBuilder("rm", "-rf", dir.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            assertThat(code).as("rm -rf").isZero();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Command lines that name something below {@code dir}. */
    private static List<String> processesOf(Path dir) throws IOException {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : all) {
                String line = commandLine(process);
                if (line.contains(dir + "/")) {
                    found.add(line);
                }
            }
        }
        return found;
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }
}
