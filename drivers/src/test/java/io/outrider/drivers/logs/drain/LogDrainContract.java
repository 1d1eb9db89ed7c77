package io.outrider.drivers.logs.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.drivers.logs.LogDrain;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.LogStore.Fd;
import io.outrider.drivers.logs.LogStore.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** What every drain must do. A drain's tests extend this and say how an agent comes to it. */
@Timeout(120)
public abstract class LogDrainContract {

    protected static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path dir;

    private final LogRig rig = new LogRig();
    private LogDrain drain;

    /** The drain as an agent finds it that starts now; the one that this gave before is closed. */
    protected abstract LogDrain start(LogRig rig);

    @BeforeEach
    void startFirst() {
        drain = start(rig);
    }

    @AfterEach
    void close() {
        drain.close().block(SOON);
        rig.close();
    }

    /** The agent leaves, and another one comes. */
    private void restart() {
        drain.close().block(SOON);
        drain = start(rig);
    }

    private LogFifos attach(LogSource source) {
        return drain.attach(source).block(SOON);
    }

    private void settle(LogSource source) {
        drain.settle(source).block(SOON);
    }

    private void detach(LogSource source) {
        drain.detach(source).block(SOON);
    }

    @Test
    void attachMakesFifosAndFilesWithTheirModes() throws IOException {
        LogFifos fifos = attach(LogRig.source(dir, 3, 1000));
        assertThat(fifos)
                .isEqualTo(new LogFifos(dir.resolve("own/web.stdout.fifo"), dir.resolve("own/web.stderr.fifo")));
        assertThat(LogRig.mode(fifos.stdout())).isEqualTo("rw-------");
        assertThat(LogRig.mode(fifos.stderr())).isEqualTo("rw-------");
        assertThat(LogRig.mode(dir.resolve("own"))).isEqualTo("rwx------");
        assertThat(LogRig.mode(dir.resolve("web.stdout.0"))).isEqualTo("rw-r--r--");
        assertThat(LogRig.mode(dir.resolve("web.stderr.0"))).isEqualTo("rw-r--r--");
    }

    @Test
    void everyByteOfBothStreamsIsThereOnceAndInOrder() throws Exception {
        Path out = noise("noise.out", 7, 6 << 20);
        Path err = noise("noise.err", 8, 3 << 20);
        LogSource source = LogRig.source(dir, 100, 1 << 20);
        LogFifos fifos = attach(source);
        Process one = rig.shell("cat " + out + " >" + fifos.stdout());
        Process other = rig.shell("cat " + err + " >" + fifos.stderr());
        assertThat(one.waitFor() + other.waitFor()).isZero();
        settle(source);
        assertThat(rig.hash(source, Fd.STDOUT)).isEqualTo(hash(out));
        assertThat(rig.hash(source, Fd.STDERR)).isEqualTo(hash(err));
    }

    @Test
    void settledBytesAreThereAtOnceAndStreamsDoNotMix() throws Exception {
        LogSource source = LogRig.source(dir, 3, 1_000_000);
        LogFifos fifos = attach(source);
        for (int i = 0; i < 50; i++) {
            Files.writeString(fifos.stdout(), "out " + i + "\n");
            Files.writeString(fifos.stderr(), "err " + i + "\n");
            settle(source);
            assertThat(Files.readString(dir.resolve("web.stdout.0"))).endsWith("out " + i + "\n");
            assertThat(Files.readString(dir.resolve("web.stderr.0"))).endsWith("err " + i + "\n");
        }
        assertThat(rig.text(source)).isEqualTo(LogRig.lines("out ", 50));
        assertThat(errors(source)).isEqualTo(LogRig.lines("err ", 50));
    }

    @Test
    void rotationBreaksAtLinesNearTheEndAndKeepsMaxFiles() throws Exception {
        LogSource source = LogRig.source(dir, 4, 100_000);
        LogFifos fifos = attach(source);
        Process task = rig.shell("exec >" + fifos.stdout()
                + "; i=0; while [ $i -lt 40000 ]; do echo \"line $i of many\"; i=$((i+1)); done");
        assertThat(task.waitFor()).isZero();
        settle(source);
        List<Path> files = LogRig.segments(dir, "stdout");
        assertThat(files).hasSize(4);
        for (Path file : files.subList(0, 3)) {
            assertThat(Files.size(file)).as(file.toString()).isBetween(94_000L, 100_000L);
            assertThat(Files.readString(file)).startsWith("line ").endsWith(" of many\n");
        }
        List<LogItem> items = rig.items(source, Fd.STDOUT, 0);
        String all = IntStream.range(0, 40_000)
                .mapToObj(i -> "line " + i + " of many\n")
                .collect(Collectors.joining());
        String kept = LogRig.text(items);
        assertThat(all).endsWith(kept);
        assertThat(items.get(0)).isEqualTo(new LogItem.Gap(0, all.length() - kept.length()));
        assertThat(items).endsWith(new LogItem.End(all.length(), false));
        assertThat(items).filteredOn(LogItem.Gap.class::isInstance).hasSize(1);
        assertThat(LogRig.segments(dir, "stderr")).hasSize(1);
    }

    @Test
    void linesLongerThanAFileAreSplitAndNothingIsLost() throws Exception {
        LogSource source = LogRig.source(dir, 1000, 1000);
        LogFifos fifos = attach(source);
        String text = ("short\n" + "x".repeat(2500) + "\n" + "y".repeat(700) + "\n").repeat(20);
        Files.writeString(fifos.stdout(), text);
        settle(source);
        assertThat(rig.text(source)).isEqualTo(text);
        assertThat(LogRig.segments(dir, "stdout"))
                .allSatisfy(file -> assertThat(Files.size(file)).isLessThanOrEqualTo(1000));
    }

    @Test
    void detachIsAnsweredWhenAllThatWasWrittenIsStoredAndTheEndIsSeen() throws Exception {
        Path out = noise("noise.out", 9, 4 << 20);
        LogSource source = LogRig.source(dir, 100, 1 << 20);
        LogFifos fifos = attach(source);
        CompletableFuture<LogItem> follower = rig.store()
                .read(new Query(source.folders(), source.task(), Fd.STDOUT, 0, true))
                .last()
                .toFuture();
        assertThat(rig.shell("cat " + out + " >" + fifos.stdout()).waitFor()).isZero();
        detach(source);
        assertThat(rig.items(source, Fd.STDOUT, 0)).endsWith(new LogItem.End(4 << 20, true));
        assertThat(rig.hash(source, Fd.STDOUT)).isEqualTo(hash(out));
        assertThat(follower.get(60, TimeUnit.SECONDS)).isEqualTo(new LogItem.End(4 << 20, true));
    }

    @Test
    void closingWhileATaskWritesLosesNothingOfWhatTheNextAgentCollects() throws Exception {
        LogSource source = LogRig.source(dir, 1000, 50_000);
        LogFifos fifos = attach(source);
        // As the task's shim does: somebody keeps the FIFOs open while no drain is there.
        Process task = rig.shell("exec 3<>" + fifos.stdout() + " 4<>" + fifos.stderr()
                + "; i=0; while [ $i -lt 20000 ]; do echo \"out $i\" >&3; echo \"err $i\" >&4; i=$((i+1)); done; >"
                + dir + "/done; read line; exit 0");
        int restarts = 0;
        while (!Files.exists(dir.resolve("done")) || restarts < 5) {
            restart();
            restarts++;
            assertThat(attach(source)).isEqualTo(fifos);
            settle(source);
        }
        assertThat(task.isAlive()).isTrue();
        detach(source);
        task.getOutputStream().close();
        assertThat(task.waitFor()).isZero();
        assertThat(rig.text(source)).isEqualTo(LogRig.lines("out ", 20_000));
        assertThat(errors(source)).isEqualTo(LogRig.lines("err ", 20_000));
    }

    @Test
    void detachEndsTheLogOfATaskThatIsStillAlive() throws Exception {
        LogSource source = LogRig.source(dir, 3, 1_000_000);
        LogFifos fifos = attach(source);
        Process task = rig.shell("exec 3<>" + fifos.stdout() + "; echo before >&3; >" + dir + "/up; read line; exit 0");
        LogRig.await("it has written", () -> Files.exists(dir.resolve("up")));
        detach(source);
        assertThat(task.isAlive()).isTrue();
        assertThat(fifos.stdout()).doesNotExist();
        assertThat(rig.items(source, Fd.STDOUT, 0)).endsWith(new LogItem.End(7, true));
        assertThat(rig.text(source)).isEqualTo("before\n");
        task.getOutputStream().close();
        assertThat(task.waitFor()).isZero();
    }

    @Test
    void closeIsHarmlessTwiceAndNothingIsAcceptedAfterwards() {
        LogSource source = LogRig.source(dir, 3, 1000);
        attach(source);
        drain.close().block(SOON);
        drain.close().block(SOON);
        for (Mono<?> late : List.of(drain.attach(source), drain.settle(source), drain.detach(source))) {
            assertThatThrownBy(() -> late.block(SOON)).isInstanceOf(DrainException.class);
        }
    }

    @Test
    void aSecondAttachOfATaskThatWritesRepeatsAndLosesNothing() throws Exception {
        LogSource source = LogRig.source(dir, 1000, 50_000);
        LogFifos fifos = attach(source);
        Process task = rig.shell(
                "exec >" + fifos.stdout() + "; i=0; while [ $i -lt 20000 ]; do echo \"out $i\"; i=$((i+1)); done");
        int attaches = 0;
        while (task.isAlive() || attaches < 5) {
            Mono.zip(drain.attach(source), drain.attach(source)).block(SOON);
            attaches++;
        }
        assertThat(attach(source)).isEqualTo(fifos);
        settle(source);
        assertThat(task.waitFor()).isZero();
        assertThat(rig.text(source)).isEqualTo(LogRig.lines("out ", 20_000));
        assertThat(rig.items(source, Fd.STDOUT, 0)).noneMatch(LogItem.Restart.class::isInstance);
    }

    @Test
    void theLimitsOfTheLastAttachCount() throws Exception {
        LogFifos fifos = attach(LogRig.source(dir, 100, 1000));
        LogSource narrow = LogRig.source(dir, 2, 200);
        attach(narrow);
        Files.writeString(fifos.stdout(), LogRig.lines("line ", 200));
        settle(narrow);
        List<Path> files = LogRig.segments(dir, "stdout");
        assertThat(files).hasSize(2);
        assertThat(files).allSatisfy(file -> assertThat(Files.size(file)).isLessThanOrEqualTo(200));
    }

    @Test
    void aNewAgentGoesOnWhereTheOldOneWas() throws Exception {
        LogSource source = LogRig.source(dir, 100, 1000);
        LogFifos fifos = attach(source);
        StringBuilder expected = new StringBuilder();
        for (int round = 0; round < 5; round++) {
            String text = LogRig.lines("round " + round + " line ", 37);
            expected.append(text);
            Files.writeString(fifos.stdout(), text);
            settle(source);
            restart();
            attach(source);
        }
        assertThat(rig.text(source)).isEqualTo(expected.toString());
    }

    @Test
    void aRestartIsMarkedBehindAllThatWasWrittenBefore() throws Exception {
        LogSource source = LogRig.source(dir, 3, 1_000_000);
        LogFifos fifos = attach(source);
        Files.writeString(fifos.stdout(), "first\n");
        drain.mark(source).block(SOON);
        Files.writeString(fifos.stdout(), "second\n");
        settle(source);
        assertThat(rig.items(source, Fd.STDOUT, 0)).containsOnlyOnce(new LogItem.Restart(6));
        assertThat(rig.items(source, Fd.STDERR, 0)).containsOnlyOnce(new LogItem.Restart(0));
        assertThat(rig.text(source)).isEqualTo("first\nsecond\n");
    }

    @Test
    void whatIsNotAttachedIsNeitherMarkedNorSettled() {
        LogSource source = LogRig.source(dir, 3, 1000);
        for (Mono<Void> wrong : List.of(drain.mark(source), drain.settle(source))) {
            assertThatThrownBy(() -> wrong.block(SOON))
                    .hasMessageContaining("the log of web in " + dir + " is not attached");
        }
    }

    @Test
    void detachEndsForGoodAndAttachingAgainGoesOn() throws Exception {
        LogSource source = LogRig.source(dir, 3, 1_000_000);
        LogFifos fifos = attach(source);
        Files.writeString(fifos.stdout(), "first\n");
        detach(source);
        long entries = Files.size(dir.resolve("own/web.stdout.index"));
        detach(source);
        assertThat(dir.resolve("own/web.stdout.index")).hasSize(entries);
        assertThat(fifos.stdout()).doesNotExist();
        assertThat(fifos.stderr()).doesNotExist();
        assertThat(rig.items(source, Fd.STDOUT, 6)).containsExactly(new LogItem.End(6, true));
        attach(source);
        Files.writeString(fifos.stdout(), "second\n");
        settle(source);
        assertThat(rig.text(source)).isEqualTo("first\nsecond\n");
        assertThat(rig.items(source, Fd.STDOUT, 0)).endsWith(new LogItem.End(13, false));
    }

    @Test
    void theLogOfATaskOfAnEarlierAgentIsEndedWithItsLastBytes() throws Exception {
        LogSource source = LogRig.source(dir, 3, 1_000_000);
        LogFifos fifos = attach(source);
        Process task = rig.shell(
                "exec 3<>" + fifos.stdout() + "; read line; echo last >&3; >" + dir + "/up; read line; exit 0");
        drain.close().block(SOON);
        task.getOutputStream().write('\n');
        task.getOutputStream().flush();
        LogRig.await("it has written", () -> Files.exists(dir.resolve("up")));
        drain = start(rig);
        detach(source);
        assertThat(rig.text(source)).isEqualTo("last\n");
        assertThat(rig.items(source, Fd.STDOUT, 0)).endsWith(new LogItem.End(5, true));
        assertThat(fifos.stdout()).doesNotExist();
        task.destroy();
    }

    @Test
    void afterTheEndAllFilesCanBeRemovedAndNothingComesBack() throws Exception {
        Path gone = Files.createDirectory(dir.resolve("gone"));
        LogSource source = LogRig.source(gone, 3, 1_000_000);
        LogFifos fifos = attach(source);
        Files.writeString(fifos.stdout(), "bytes\n");
        detach(source);
        try (Stream<Path> all = Files.walk(gone)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
        detach(source);
        assertThat(gone).doesNotExist();
    }

    @Test
    void folderThatIsNotThereIsTold() {
        LogSource nowhere = LogRig.source(dir.resolve("missing/logs"), 5, 1000);
        assertThatThrownBy(() -> attach(nowhere))
                .hasMessageContaining("open " + dir.resolve("missing"))
                .hasMessageContaining("No such file or directory");
    }

    @Test
    void plantedLinkIsNeverWrittenThrough() throws Exception {
        Path victim = Files.writeString(dir.resolve("victim"), "precious");
        Files.createSymbolicLink(dir.resolve("web.stdout.0"), victim);
        LogSource source = LogRig.source(dir, 3, 1000);
        LogFifos fifos = attach(source);
        Files.writeString(fifos.stdout(), "evil\n");
        settle(source);
        assertThat(victim).hasContent("precious");
        assertThat(rig.text(source)).isEqualTo("evil\n");
    }

    @Test
    void closedStdoutAndFloodDoNotDisturbOthers() throws Exception {
        LogSource flood = LogRig.source(dir, 2, 1 << 20);
        LogFifos fifos = attach(flood);
        Process yes = rig.shell("exec yes >" + fifos.stdout());
        LogSource calm = new LogSource("a", "calm", LogRig.folders(dir), 2, 1 << 20);
        LogFifos calmFifos = attach(calm);
        Process closed = rig.shell("exec 2>" + calmFifos.stderr() + "; exec 1>&-; echo still >&2");
        closed.waitFor();
        settle(calm);
        assertThat(errors(calm)).isEqualTo("still\n");
        // Settling is bounded by what was there at the call, however fast more comes.
        settle(flood);
        yes.destroyForcibly().waitFor();
        detach(flood);
    }

    private String errors(LogSource source) {
        return LogRig.text(rig.items(source, Fd.STDERR, 0));
    }

    private Path noise(String name, int seed, int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return Files.write(dir.resolve(name), bytes);
    }

    private static byte[] hash(Path file) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    }
}
