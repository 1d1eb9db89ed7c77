package io.outrider.drivers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.TaskId;
import io.outrider.drivers.host.Tools;
import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.process.RunDir.Started;
import io.outrider.drivers.procfs.ProcStat;
import io.outrider.drivers.procfs.ProcTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shell script between agent and task, by itself. */
class ShimTest {

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash", "busybox"})
    void anyShellWillDo(String shell) throws IOException {
        Optional<Path> program = new Tools("").find(shell);
        assumeThat(program).as(shell + " is not installed").isPresent();
        Path bin = Files.createDirectories(dir.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("sh"), program.orElseThrow());
        Map<String, String> env =
                Map.of("A.B", "1", "QUOTES", "it's $x `y` \"z\"", "PATH", "/p", "UID", "3", "TEXT", "a\nb\n");
        RunDir run = new RunDir(dir.resolve("run"));

        Started who = new ShimLauncher(new Tools(bin.toString())).launch(spec(env, "/bin/sleep", "1000"), run);
        int pid = who.task().pid();
        Bench.until(() -> ProcTable.commandLine(pid).indexOf("/bin/sleep") == 0);
        Set<String> expected = new TreeSet<>();
        env.forEach((name, value) -> expected.add(name + "=" + value));
        assertThat(new TreeSet<>(ProcTable.environ(pid))
                        .headSet("\uffff").stream().filter(s -> !s.isEmpty()))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(ProcStat.read(pid).orElseThrow().session()).isEqualTo(pid);

        Processes.signal(pid, 15);
        Bench.until(() -> ProcStat.read(pid).orElseThrow().hasEnded());
        assertThat(ProcStat.read(pid).orElseThrow().visibleWaitStatus()).hasValue(15);
        run.release();
        Bench.until(() -> !Bench.lives(who.shim().pid()));
    }

    @Test
    void ofManyStartsOneWins() throws IOException {
        RunDir run = new RunDir(dir.resolve("run"));
        Path out = dir.resolve("out");
        ProcessSpec spec = spec(Map.of(), "/bin/sh", "-c", "echo $$ >>" + out + "; sleep 1000");
        ShimLauncher launcher = new ShimLauncher(new Tools(""));
        List<CompletableFuture<Started>> starts = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> launcher.launch(spec, run)))
                .limit(8)
                .toList();
        Set<Started> winners = new java.util.HashSet<>();
        starts.forEach(start ->
                start.handle((who, error) -> who != null && winners.add(who)).join());

        assertThat(winners).hasSize(1);
        Started who = winners.iterator().next();
        Bench.until(() -> Files.exists(out));
        assertThat(Files.readAllLines(out))
                .containsExactly(Integer.toString(who.task().pid()));
        Processes.signal(-who.task().pid(), 9);
        run.release();
    }

    @Test
    void aScriptCutShortStartsNothing() throws Exception {
        RunDir run = new RunDir(dir.resolve("run"));
        run.make(new TaskId("a1", "t", "00000001"));
        Path out = dir.resolve("out");
        byte[] whole =
                new LaunchScript(new Tools("")).supervised(spec(Map.of("A", "b"), "/bin/touch", out.toString()), run);
        String shim =
                new String(ShimLauncher.class.getResourceAsStream("shim.sh").readAllBytes(), StandardCharsets.UTF_8);
        for (int length = 0; length < whole.length - 1; length += 2) {
            Process process = new ProcessBuilder(
                            "sh", "-c", shim, "outrider-shim", run.dir().toString(), "/usr/bin/head")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().write(Arrays.copyOf(whole, length));
            process.getOutputStream().close();
            process.waitFor();
            assertThat(run.isClaimed()).as("cut at " + length).isFalse();
        }
        assertThat(out).doesNotExist();
    }

    @Test
    void aFailedStartSaysWhy() {
        RunDir run = new RunDir(dir.resolve("run"));
        ProcessSpec spec = new ProcessSpec(
                new TaskId("a1", "t", "00000001"),
                List.of("/bin/true"),
                Map.of(),
                dir.resolve("missing"),
                Optional.empty(),
                Optional.empty(),
                List.of());
        assertThatExceptionOfType(DriverException.class)
                .isThrownBy(() -> new ShimLauncher(new Tools("")).launch(spec, run))
                .withMessageContaining("a1/t/00000001")
                .withMessageContaining("missing");
        run.release();
    }

    private ProcessSpec spec(Map<String, String> env, String... command) {
        return new ProcessSpec(
                new TaskId("a1", "t", "00000001"),
                List.of(command),
                env,
                dir,
                Optional.empty(),
                Optional.empty(),
                List.of());
    }
}
