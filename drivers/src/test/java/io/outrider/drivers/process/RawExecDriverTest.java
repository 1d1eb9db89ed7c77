package io.outrider.drivers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.ExitResult;
import io.outrider.drivers.Recovery;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.host.User;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.procfs.ProcStat;
import io.outrider.drivers.procfs.ProcTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.test.StepVerifier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a raw_exec task finds when it starts, and what keeps it from starting. */
class RawExecDriverTest {

    @TempDir
    private Path dir;

    private Bench bench;

    @BeforeEach
    void open() {
        bench = new Bench(dir, Optional.empty());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void environmentIsExactlyTheGivenOne() {
        Map<String, String> env = oddEnvironment();
        TaskConfig config = bench.exactly(Map.of("command", "/bin/sleep", "args", List.of("1000")), env);
        bench.start(config);
        int pid = bench.pid(config.id());
        Bench.until(() -> ProcTable.commandLine(pid).indexOf("/bin/sleep") == 0);

        Map<String, String> found = new TreeMap<>();
        for (String pair : ProcTable.environ(pid)) {
            String text = new String(pair.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            if (!text.isEmpty()) {
                found.put(text.substring(0, text.indexOf('=')), text.substring(text.indexOf('=') + 1));
            }
        }
        assertThat(found).containsExactlyInAnyOrderEntriesOf(env);
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    @Test
    void emptyEnvironmentStaysEmpty() {
        TaskConfig config = bench.exactly(Map.of("command", "/bin/sleep", "args", List.of("1000")), Map.of());
        bench.start(config);
        int pid = bench.pid(config.id());
        Bench.until(() -> ProcTable.commandLine(pid).indexOf("/bin/sleep") == 0);
        assertThat(ProcTable.environ(pid)).isEmpty();
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    @Test
    void signalsAreDefaultAndFilesAreClosed() {
        TaskConfig config = bench.shell(
                "grep -E 'SigIgn|SigBlk' /proc/self/status >$OUT; ls /proc/self/fd | wc -l >>$OUT; pwd >>$OUT");
        bench.start(config);
        assertThat(exit(config)).isEqualTo(ExitResult.exited(0));

        List<String> out = bench.readOut();
        // SIGINT is bit 1, SIGQUIT bit 2.
        long ignored = Long.parseLong(out.get(1).replaceAll(".*\\s", ""), 16);
        assertThat(ignored & 0b110).isZero();
        assertThat(out.get(0)).endsWith("0000000000000000");
        // Three of its own, the directory that ls reads, and the pipe is one of the three.
        assertThat(out.get(2)).isEqualTo("4");
        assertThat(out.get(3)).isEqualTo(bench.taskDir().toString());
    }

    @Test
    void outputGoesToTheFifosAndSurvivesTheirReader() throws IOException {
        LogFifos fifos = new LogFifos(dir.resolve("o"), dir.resolve("e"));
        Fd.makeFifo(fifos.stdout(), 0600);
        Fd.makeFifo(fifos.stderr(), 0600);
        TaskConfig config = Bench.with(
                bench.shell("echo one; echo two >&2; while [ ! -e go ]; do sleep 0.01; done; echo three"),
                Optional.empty(),
                Optional.of(fifos));
        bench.start(config);
        try (Fd out = Fd.openFifo(fifos.stdout())) {
            assertThat(read(out, 4)).isEqualTo("one\n");
        }
        // Nobody reads now: the keeper holds the pipe, so the task neither blocks nor gets SIGPIPE.
        Files.writeString(bench.taskDir().resolve("go"), "");
        assertThat(exit(config)).isEqualTo(ExitResult.exited(0));
        try (Fd out = Fd.openFifo(fifos.stdout());
                Fd err = Fd.openFifo(fifos.stderr())) {
            assertThat(read(out, 6)).isEqualTo("three\n");
            assertThat(read(err, 4)).isEqualTo("two\n");
        }
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    @Test
    void taskWithoutKeeperAndReaderGetsNoBrokenPipe() throws IOException {
        LogFifos fifos = new LogFifos(dir.resolve("o"), dir.resolve("e"));
        Fd.makeFifo(fifos.stdout(), 0600);
        Fd.makeFifo(fifos.stderr(), 0600);
        TaskConfig config = Bench.with(
                bench.shell("while [ ! -e go ]; do sleep 0.01; done; echo on; touch after; exec sleep 1000"),
                Optional.empty(),
                Optional.of(fifos));
        TaskHandle handle = bench.start(config);
        int shim = ProcStat.read(bench.pid(config.id())).orElseThrow().parent();
        bench.driver().close().block(Bench.LIMIT);
        Processes.signal(shim, 9);
        Bench.until(() -> !Bench.lives(shim));
        Files.writeString(bench.taskDir().resolve("go"), "");
        Bench.until(() -> Files.exists(bench.taskDir().resolve("after")));
        try (Fd out = Fd.openFifo(fifos.stdout())) {
            assertThat(read(out, 3)).isEqualTo("on\n");
        }
        bench.restart();
        assertThat(bench.driver().recover(handle).block(Bench.LIMIT)).isInstanceOf(Recovery.Attached.class);
        assertThat(exit(config).exitCode()).isEmpty();
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    @Test
    void commandIsLookedForInTheTaskFirstAndMadeExecutable() throws IOException {
        Path script = bench.taskDir().resolve("local/sh");
        bench.shell("");
        Files.writeString(script, "#!/bin/sh\necho mine >$OUT\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rw-------"));
        TaskConfig config = bench.command(Map.of("command", "sh"), Map.of());
        bench.start(config);

        assertThat(bench.out(1)).containsExactly("mine");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
                .isEqualTo("rwxr-xr-x");
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    @Test
    void commandWithAnEqualsSignIsNoVariable() throws IOException {
        bench.shell("");
        Path script = bench.taskDir().resolve("a=b");
        Files.writeString(script, "#!/bin/sh\necho \"$0\" \"$1\" >$OUT\n");
        TaskConfig config = bench.command(Map.of("command", "a=b", "args", List.of("it's $HOME \"x\"")), Map.of());
        bench.start(config);
        assertThat(bench.out(1)).containsExactly(script + " it's $HOME \"x\"");
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    @Test
    void missingCommandReadsAsRecorded() throws IOException {
        assertStartFails(
                bench.command(Map.of("command", "/no/such/binary"), Map.of()), recorded("driver-command-missing"));
    }

    @Test
    void missingUserReadsAsRecorded() throws IOException {
        TaskConfig config = Bench.with(bench.shell("exit 0"), Optional.of("nosuchuser"), Optional.empty());
        assertStartFails(config, recorded("raw-exec-user-missing"));
    }

    @Test
    void textFileReadsAsRecorded() throws IOException {
        bench.shell("");
        Files.writeString(bench.taskDir().resolve("local/run.txt"), "hello\n");
        String expected = recorded("driver-command-is-text")
                .replace("<alloc-root>/<uuid>/t", bench.taskDir().toString());
        assertStartFails(bench.command(Map.of("command", "local/run.txt"), Map.of()), expected);
    }

    @Test
    void programInTheTasksDirectoryIsMadeRunnable() throws IOException {
        bench.shell("");
        Path real = Files.writeString(bench.taskDir().resolve("local/real.sh"), "#!/bin/sh\nexit 3\n");
        Files.createSymbolicLink(bench.taskDir().resolve("local/link.sh"), Path.of("real.sh"));
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-rw----"));
        TaskConfig config = bench.command(Map.of("command", "local/link.sh"), Map.of());
        bench.start(config);
        assertThat(exit(config)).isEqualTo(ExitResult.exited(3));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
                .isEqualTo("rwxrwxr-x");
    }

    @Test
    void modeOfAFileThatALinkLeadsToIsNotChanged() throws IOException {
        bench.shell("");
        Path secret = Files.writeString(dir.resolve("secret"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Files.createSymbolicLink(bench.taskDir().resolve("local/run.sh"), secret);
        Files.createSymbolicLink(bench.taskDir().resolve("local/folder"), dir);
        assertStartEndsWith("local/run.sh", ": permission denied");
        assertStartEndsWith("local/folder/secret", ": permission denied");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");
    }

    @Test
    void missingInterpreterAndFoldersAreRefused() throws IOException {
        bench.shell("");
        Files.writeString(bench.taskDir().resolve("local/odd"), "#! /no/such/interpreter -x\n");
        assertStartEndsWith("local/odd", ": no such file or directory");
        assertStartEndsWith("/tmp", ": permission denied");
        assertStartEndsWith("", ": permission denied");
    }

    @Test
    void otherUserRunsTheTask() {
        assumeThat(User.ownUid()).as("only root can switch users").isZero();
        LogFifos fifos = new LogFifos(dir.resolve("o"), dir.resolve("e"));
        Fd.makeFifo(fifos.stdout(), 0600);
        Fd.makeFifo(fifos.stderr(), 0600);
        TaskConfig config = Bench.with(
                bench.shell("id -un; id -Gn; grep CapEff /proc/self/status; echo $NOMAD_ALLOC_ID"),
                Optional.of("nobody"),
                Optional.of(fifos));
        try (Fd out = Fd.openFifo(fifos.stdout())) {
            bench.start(config);
            assertThat(exit(config)).isEqualTo(ExitResult.exited(0));
            String text = read(out, 1);
            assertThat(text)
                    .startsWith("nobody\nnogroup\nCapEff:\t0000000000000000\n")
                    .endsWith(config.id().allocId() + "\n");
        }
        bench.driver().destroy(config.id(), false).block(Bench.LIMIT);
    }

    @Test
    void secretsStandNeitherOnDiskNorOnACommandLine() throws IOException {
        TaskConfig config = bench.command(
                Map.of("command", "/bin/sleep", "args", List.of("1000")), Map.of("TOKEN", "s3cr3t-value"));
        bench.start(config);
        try (var files = Files.walk(bench.runs())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).doesNotContain("s3cr3t-value");
            }
        }
        assertThat(TreeKill.naming("s3cr3t-value")).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(
                        Path.of(RunHandle.of(bench.prepare(config)).dir()))))
                .isEqualTo("rwx------");
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    @Test
    void unknownSignalsAreSigint() {
        TaskConfig config = bench.shell("trap 'echo int >>$OUT' INT; trap 'echo usr1 >>$OUT' USR1; echo up >>$OUT; "
                + "while :; do sleep 0.02; done");
        bench.start(config);
        bench.out(1);
        bench.driver().signal(config.id(), "SIGFOO").block(Bench.LIMIT);
        bench.out(2);
        bench.driver().signal(config.id(), "").block(Bench.LIMIT);
        bench.out(3);
        bench.driver().signal(config.id(), "SIGUSR1").block(Bench.LIMIT);
        assertThat(bench.out(4)).containsExactly("up", "int", "int", "usr1");
        bench.driver().destroy(config.id(), true).block(Bench.LIMIT);
    }

    private static Map<String, String> oddEnvironment() {
        Map<String, String> env = new HashMap<>();
        env.put("A.B", "dot");
        env.put("NOMAD_META_x-y", "dash");
        env.put("PATH", "/odd/path");
        env.put("PWD", "/not/here");
        env.put("IFS", ":");
        env.put("LD_PRELOAD_X", "ld");
        env.put("LD_LIBRARY_PATH", "/nowhere");
        env.put("UID", "77");
        env.put("_", "under");
        env.put("BASH_ENV", "/no/file");
        env.put("SHLVL", "9");
        env.put("QUOTES", "it's \"q\" `x` $HOME \\n ${A} !x");
        env.put("LINES_OF_TEXT", "one\ntwo\n\n");
        env.put("EMPTY", "");
        env.put("UMLAUT", "gr\u00fc\u00dfe \u4e16\u754c");
        env.put("CONTROL", "\u0001\u0002\t\u007f");
        env.put("EQUALS", "a=b=c");
        env.put("outrider_task", "mine");
        return env;
    }

    private ExitResult exit(TaskConfig config) {
        return bench.driver().exit(config.id()).block(Bench.LIMIT);
    }

    private void assertStartFails(TaskConfig config, String message) {
        StepVerifier.create(bench.driver().start(bench.prepare(config), config))
                .expectErrorSatisfies(error -> {
                    assertThat(error).hasMessage(message);
                    assertThat(((DriverException) error).kind()).isEqualTo(DriverException.Kind.FATAL);
                })
                .verify(Bench.LIMIT);
        assertThat(bench.hasStarted()).isFalse();
    }

    private void assertStartEndsWith(String command, String end) {
        TaskConfig config = bench.command(Map.of("command", command), Map.of());
        StepVerifier.create(bench.driver().start(bench.prepare(config), config))
                .expectErrorSatisfies(error -> assertThat(error)
                        .hasMessageStartingWith("failed to launch command with executor: ")
                        .hasMessageEndingWith(end))
                .verify(Bench.LIMIT);
    }

    private static String read(Fd fifo, int atLeast) {
        byte[] buffer = new byte[4096];
        StringBuilder text = new StringBuilder();
        Bench.until(() -> {
            int got = fifo.read(buffer);
            text.append(new String(buffer, 0, Math.max(0, got), StandardCharsets.UTF_8));
            return text.length() >= atLeast;
        });
        return text.toString();
    }

    private static String recorded(String scenario) throws IOException {
        Path file = Path.of(Objects.requireNonNull(System.getProperty("outrider.root")))
                .resolve("../shared/golden/scenarios/" + scenario + "/expected.json");
        JsonNode events =
                JsonMapper.shared().readTree(Files.readString(file)).at("/snapshots/0/allocs/0/TaskStates/t/Events");
        return events.get(2).get("DriverError").asString();
    }
}
