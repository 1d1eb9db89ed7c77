package io.outrider.drivers.logs.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.LogStore;
import io.outrider.drivers.logs.drain.LogRig;
import io.outrider.drivers.logs.drain.SourceStatus;
import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.posix.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

@Timeout(120)
final class DrainProcessTest {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int MORE_THAN_A_SOCKET_HOLDS = 3_000;

    @TempDir
    private Path dir;

    private final LogRig rig = new LogRig();
    private Path logs;
    private DrainClient client;

    @BeforeEach
    void start() throws IOException {
        logs = Files.createDirectory(dir.resolve("logs"));
        client = client("1");
    }

    @AfterEach
    void end() {
        client.quit().onErrorComplete().block(SOON);
        client.close().block(SOON);
        rig.close();
    }

    @Test
    void onlyItsOwnerCanEnterItsDirectory() throws Exception {
        client.attach(LogRig.source(logs, 5, 1_000_000)).block(SOON);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("d"))))
                .isEqualTo("rwx------");
    }

    @Test
    void drainOutlivesItsClientAndIsFoundAgain() throws Exception {
        LogSource source = LogRig.source(logs, 5, 1_000_000);
        LogFifos fifos = client.attach(source).block(SOON);
        Files.writeString(fifos.stdout(), "one\n");
        client.settle(source).block(SOON);
        long pid = pid();
        client.close().block(SOON);
        Files.writeString(fifos.stdout(), "nobody connected\n");
        client = client("1");
        assertThat(client.attach(source).block(SOON)).isEqualTo(fifos);
        client.mark(source).block(SOON);
        Files.writeString(fifos.stdout(), "two\n");
        client.settle(source).block(SOON);
        assertThat(pid()).isEqualTo(pid);
        assertThat(client.sources().block(SOON)).containsExactly(new SourceStatus(source, Optional.empty()));
        assertThat(rig.text(source)).isEqualTo("one\nnobody connected\ntwo\n");
        assertThat(rig.items(source, LogStore.Fd.STDOUT, 0)).contains(new LogItem.Restart(21));
    }

    @Test
    void killedAgainAndAgainItLosesNoLineAndSplitsNone() throws Exception {
        kill(8, 12_000);
    }

    @Test
    @Tag("soak")
    void killedManyTimesItLosesNoLineAndSplitsNone() throws Exception {
        kill(50, 75_000);
    }

    private void kill(int times, int lines) throws Exception {
        LogSource source = LogRig.source(logs, 10_000, 50_000);
        LogFifos fifos = client.attach(source).block(SOON);
        // As the task's shim does: somebody keeps the FIFOs open while no drain is there.
        Process task = rig.shell("exec 3<>" + fifos.stdout() + " 4<>" + fifos.stderr() + "; i=0; while [ $i -lt "
                + lines + " ]; do echo \"out $i\" >&3; echo \"err $i\" >&4; i=$((i+1)); done; >" + dir
                + "/done; read line");
        int kills = 0;
        while (!Files.exists(dir.resolve("done")) || kills < times) {
            long victim = pid();
            Processes.signal((int) victim, Signal.SIGKILL.number());
            kills++;
            LogRig.await("another drain", () -> pid() != victim && socketIsThere());
            client.settle(source).block(SOON);
        }
        client.detach(source).block(SOON);
        task.getOutputStream().close();
        task.waitFor();
        assertThat(kills).isGreaterThanOrEqualTo(times);
        assertThat(rig.text(source)).isEqualTo(numbered("out ", lines));
        assertThat(LogRig.text(rig.items(source, LogStore.Fd.STDERR, 0))).isEqualTo(numbered("err ", lines));
    }

    @Test
    void drainOfAnotherVersionIsReplacedAndStreamsGoOn() throws Exception {
        LogSource source = LogRig.source(logs, 5, 1_000_000);
        LogFifos fifos = client.attach(source).block(SOON);
        long pid = pid();
        Process task = rig.shell("exec 3<>" + fifos.stdout() + "; echo before >&3; read line");
        client.close().block(SOON);
        client = client("2");
        client.attach(source).block(SOON);
        assertThat(pid()).isNotEqualTo(pid);
        LogRig.await("the old one is gone", () -> isDead(pid));
        Files.writeString(fifos.stdout(), "after\n");
        client.detach(source).block(SOON);
        task.destroy();
        assertThat(rig.text(source)).isEqualTo("before\nafter\n");
    }

    @Test
    void drainThatDoesNotAnswerIsReplaced() throws Exception {
        LogSource source = LogRig.source(logs, 5, 1_000_000);
        client.attach(source).block(SOON);
        long stuck = pid();
        client.close().block(SOON);
        Processes.signal((int) stuck, Signal.SIGSTOP.number());
        client = client("1");
        client.attach(source).block(SOON);
        assertThat(pid()).isNotEqualTo(stuck);
        LogRig.await("the stuck one is gone", () -> isDead(stuck));
    }

    @Test
    void drainThatStopsReadingIsReplacedThoughItsSocketIsFull() throws Exception {
        LogSource source = LogRig.source(logs, 5, 1_000_000);
        client.attach(source).block(SOON);
        client.close().block(SOON);
        DrainConfig impatient =
                new DrainConfig(dir.resolve("d"), dir.resolve("n"), "1", Optional.empty(), SOON, Duration.ofSeconds(2));
        client = DrainClient.start(impatient, rig.scheduler(), rig);
        client.attach(source).block(SOON);
        long stuck = pid();
        Processes.signal((int) stuck, Signal.SIGSTOP.number());
        Flux.range(0, MORE_THAN_A_SOCKET_HOLDS)
                .flatMap(n -> client.mark(source).onErrorComplete(), MORE_THAN_A_SOCKET_HOLDS)
                .blockLast(SOON);
        LogRig.await("the stuck one is gone", () -> isDead(stuck));
        LogRig.await("another drain", () -> pid() != stuck && socketIsThere());
        client.settle(source).retry(5).block(SOON);
    }

    @Test
    void secondDrainIsRefusedByTheLock() throws Exception {
        client.attach(LogRig.source(logs, 5, 1_000_000)).block(SOON);
        long pid = pid();
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process second = new ProcessBuilder(
                        java.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DrainMain.class.getName(),
                        dir.resolve("d").toString(),
                        "1",
                        "60")
                .redirectErrorStream(true)
                .start();
        assertThat(new String(second.getInputStream().readAllBytes())).contains("another log drain holds");
        assertThat(second.waitFor()).isEqualTo(3);
        assertThat(pid()).isEqualTo(pid);
        assertThat(client.sources().block(SOON)).hasSize(1);
    }

    @Test
    void drainThatNobodyNeedsEnds() throws Exception {
        client.close().block(SOON);
        client = DrainClient.start(config("1", Duration.ofSeconds(1)), rig.scheduler(), rig);
        LogSource source = LogRig.source(logs, 5, 1_000_000);
        client.attach(source).block(SOON);
        int pid = (int) pid();
        client.detach(source).block(SOON);
        client.close().block(SOON);
        LogRig.await("it ends", () -> isDead(pid));
        client = client("1");
        client.attach(source).block(SOON);
        assertThat(pid()).isNotEqualTo(pid);
    }

    @Test
    void drainOfManyTasksStaysSmall() throws Exception {
        for (int i = 0; i < 60; i++) {
            LogSource source = new LogSource("a", "web" + i, LogRig.folders(logs), 5, 1_000_000);
            LogFifos fifos = client.attach(source).block(SOON);
            Files.writeString(fifos.stdout(), "hello\n");
            client.settle(source).block(SOON);
        }
        String pss = Files.readAllLines(Path.of("/proc/" + pid() + "/smaps_rollup")).stream()
                .filter(line -> line.startsWith("Pss:"))
                .findFirst()
                .orElseThrow();
        assertThat(Long.parseLong(pss.replaceAll("[^0-9]", ""))).isLessThan(34_000);
    }

    @Test
    void errorsOfTheDrainReachTheCaller() {
        LogFolders folders = new LogFolders(dir.resolve("missing/logs"), dir.resolve("own"));
        LogSource nowhere = new LogSource("a", "web", folders, 5, 1000);
        assertThatThrownBy(() -> client.attach(nowhere).block(SOON))
                .hasMessageContaining("open " + dir.resolve("missing"))
                .hasMessageContaining("No such file or directory");
    }

    @Test
    void tooLongADirectoryIsRefusedWithTheRule() {
        Path deep = Path.of("/tmp/" + "x".repeat(100));
        assertThatThrownBy(() -> DrainConfig.of(deep, dir, "1"))
                .hasMessageContaining("116 bytes (107 are allowed): choose a shorter directory than " + deep);
    }

    private DrainClient client(String version) {
        return DrainClient.start(config(version, Duration.ofSeconds(60)), rig.scheduler(), rig);
    }

    private DrainConfig config(String version, Duration idle) {
        return new DrainConfig(dir.resolve("d"), dir.resolve("n"), version, Optional.empty(), idle, SOON);
    }

    private boolean socketIsThere() {
        return Files.exists(dir.resolve("d/drain.sock"));
    }

    private long pid() {
        try {
            String text = Files.readString(dir.resolve("d/drain.lock")).trim();
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (IOException e) {
            return 0;
        }
    }

    // A zombie is dead: whoever adopted it may not have looked yet.
    private static boolean isDead(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            return true;
        }
    }

    private static String numbered(String prefix, int count) {
        List<String> all =
                IntStream.range(0, count).mapToObj(i -> prefix + i + "\n").toList();
        return all.stream().collect(Collectors.joining());
    }
}
