package io.outrider.drivers.logs.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.LogStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class InProcessDrainTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path dir;

    private final LogRig rig = new LogRig();
    private InProcessDrain drain = rig.drain();

    @AfterEach
    void close() {
        drain.close().block(SOON);
        rig.close();
    }

    @Test
    void attachMakesFifosAndFilesWithTheirModes() throws IOException {
        LogSource source = LogRig.source(dir, 3, 1000);
        LogFifos fifos = drain.attach(source).block(SOON);
        assertThat(fifos)
                .isEqualTo(new LogFifos(dir.resolve("own/web.stdout.fifo"), dir.resolve("own/web.stderr.fifo")));
        assertThat(mode(fifos.stdout())).isEqualTo("rw-------");
        assertThat(mode(fifos.stderr())).isEqualTo("rw-------");
        assertThat(mode(dir.resolve("web.stdout.0"))).isEqualTo("rw-r--r--");
        assertThat(mode(dir.resolve("web.stderr.0"))).isEqualTo("rw-r--r--");
        assertThat(drain.attach(source).block(SOON)).isEqualTo(fifos);
    }

    @Test
    void settledBytesAreThereAtOnceAndStreamsDoNotMix() throws Exception {
        LogSource source = LogRig.source(dir, 3, 1_000_000);
        LogFifos fifos = drain.attach(source).block(SOON);
        for (int i = 0; i < 50; i++) {
            Files.writeString(fifos.stdout(), "out " + i + "\n");
            Files.writeString(fifos.stderr(), "err " + i + "\n");
            drain.settle(source).block(SOON);
            assertThat(Files.readString(dir.resolve("web.stdout.0"))).endsWith("out " + i + "\n");
            assertThat(Files.readString(dir.resolve("web.stderr.0"))).endsWith("err " + i + "\n");
        }
        assertThat(rig.text(source)).isEqualTo(lines("out ", 50));
    }

    @Test
    void rotationBreaksAtLinesNearTheEndAndKeepsMaxFiles() throws Exception {
        LogSource source = LogRig.source(dir, 4, 100_000);
        LogFifos fifos = drain.attach(source).block(SOON);
        shellTo(fifos, "i=0; while [ $i -lt 40000 ]; do echo \"line $i of many\"; i=$((i+1)); done");
        drain.settle(source).block(SOON);
        List<Path> files = segments();
        assertThat(files).hasSize(4);
        for (Path file : files.subList(0, 3)) {
            assertThat(Files.size(file)).as(file.toString()).isBetween(94_000L, 100_000L);
            assertThat(Files.readString(file)).startsWith("line ").endsWith(" of many\n");
        }
        List<LogItem> items = rig.items(source, LogStore.Fd.STDOUT, 0);
        String all = IntStream.range(0, 40_000)
                .mapToObj(i -> "line " + i + " of many\n")
                .collect(Collectors.joining());
        String kept = LogRig.text(items);
        assertThat(all).endsWith(kept);
        assertThat(items.get(0)).isEqualTo(new LogItem.Gap(0, all.length() - kept.length()));
        assertThat(items.get(items.size() - 1)).isEqualTo(new LogItem.End(all.length(), false));
        assertThat(items).filteredOn(LogItem.Gap.class::isInstance).hasSize(1);
    }

    @Test
    void linesLongerThanAFileAreSplitAndNothingIsLost() throws Exception {
        LogSource source = LogRig.source(dir, 1000, 1000);
        LogFifos fifos = drain.attach(source).block(SOON);
        String text = ("short\n" + "x".repeat(2500) + "\n" + "y".repeat(700) + "\n").repeat(20);
        Files.writeString(fifos.stdout(), text);
        drain.settle(source).block(SOON);
        assertThat(rig.text(source)).isEqualTo(text);
        for (Path file : segments()) {
            assertThat(Files.size(file)).isLessThanOrEqualTo(1000);
        }
    }

    @Test
    void sixtyFourMebibytesOfNoiseKeepTheirHash() throws Exception {
        LogSource source = LogRig.source(dir, 100, 1 << 20);
        LogFifos fifos = drain.attach(source).block(SOON);
        MessageDigest written = MessageDigest.getInstance("SHA-256");
        Random random = new Random(7);
        byte[] block = new byte[99_991];
        long total = 0;
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(fifos.stdout()), written)) {
            while (total < 64 << 20) {
                random.nextBytes(block);
                out.write(block);
                total += block.length;
            }
        }
        drain.settle(source).block(SOON);
        MessageDigest read = MessageDigest.getInstance("SHA-256");
        long end = rig.store()
                .read(new LogStore.Query(LogRig.folders(dir), "web", LogStore.Fd.STDOUT, 0, false))
                .doOnNext(item -> {
                    if (item instanceof LogItem.Data data) {
                        read.update(data.bytes());
                    }
                })
                .ofType(LogItem.End.class)
                .map(LogItem.End::offset)
                .blockLast(SOON);
        assertThat(end).isEqualTo(total);
        assertThat(read.digest()).isEqualTo(written.digest());
        assertThat(segments()).hasSizeGreaterThan(63);
    }

    @Test
    void aNewDrainGoesOnWhereTheOldOneWas() throws Exception {
        LogSource source = LogRig.source(dir, 100, 1000);
        LogFifos fifos = drain.attach(source).block(SOON);
        StringBuilder expected = new StringBuilder();
        for (int round = 0; round < 10; round++) {
            String text = lines("round " + round + " line ", 37);
            expected.append(text);
            Files.writeString(fifos.stdout(), text);
            drain.settle(source).block(SOON);
            drain.close().block(SOON);
            drain = rig.drain();
            drain.attach(source).block(SOON);
        }
        assertThat(rig.text(source)).isEqualTo(expected.toString());
    }

    @Test
    void twoDrainsNeverCollectFromTheSameStream() throws Exception {
        LogSource source = LogRig.source(dir, 3, 1000);
        drain.attach(source).block(SOON);
        InProcessDrain second = rig.drain();
        assertThatThrownBy(() -> second.attach(source).block(SOON)).hasMessageContaining("another log drain");
        second.close().block(SOON);
    }

    @Test
    void detachEndsForGoodAndAttachingAgainGoesOn() throws Exception {
        LogSource source = LogRig.source(dir, 3, 1_000_000);
        LogFifos fifos = drain.attach(source).block(SOON);
        Files.writeString(fifos.stdout(), "first\n");
        drain.detach(source).block(SOON);
        long entries = Files.size(dir.resolve("own/web.stdout.index"));
        drain.detach(source).block(SOON);
        assertThat(dir.resolve("own/web.stdout.index")).hasSize(entries);
        assertThat(fifos.stdout()).doesNotExist();
        assertThat(rig.items(source, LogStore.Fd.STDOUT, 6)).containsExactly(new LogItem.End(6, true));
        drain.attach(source).block(SOON);
        Files.writeString(fifos.stdout(), "second\n");
        drain.settle(source).block(SOON);
        List<LogItem> items = rig.items(source, LogStore.Fd.STDOUT, 0);
        assertThat(LogRig.text(items)).isEqualTo("first\nsecond\n");
        assertThat(items.get(items.size() - 1)).isEqualTo(new LogItem.End(13, false));
    }

    @Test
    void markOfWhatIsNotAttachedIsAnError() {
        assertThatThrownBy(() -> drain.mark(LogRig.source(dir, 3, 1000)).block(SOON))
                .hasMessageContaining("the log of web in " + dir + " is not attached");
    }

    @Test
    void plantedLinkIsNeverWrittenThrough() throws Exception {
        Path victim = Files.writeString(dir.resolve("victim"), "precious");
        Files.createSymbolicLink(dir.resolve("web.stdout.0"), victim);
        LogSource source = LogRig.source(dir, 3, 1000);
        LogFifos fifos = drain.attach(source).block(SOON);
        Files.writeString(fifos.stdout(), "evil\n");
        drain.settle(source).block(SOON);
        assertThat(victim).hasContent("precious");
        assertThat(rig.text(source)).isEqualTo("evil\n");
    }

    @Test
    void closedStdoutAndFloodDoNotDisturbOthers() throws Exception {
        LogSource flood = LogRig.source(dir, 2, 1 << 20);
        LogFifos fifos = drain.attach(flood).block(SOON);
        Process yes = rig.shell("exec yes >" + fifos.stdout());
        LogSource calm = new LogSource("a", "calm", LogRig.folders(dir), 2, 1 << 20);
        LogFifos calmFifos = drain.attach(calm).block(SOON);
        Process closed = rig.shell("exec 2>" + calmFifos.stderr() + "; exec 1>&-; echo still >&2");
        closed.waitFor();
        drain.settle(calm).block(SOON);
        assertThat(LogRig.text(rig.items(calm, LogStore.Fd.STDERR, 0))).isEqualTo("still\n");
        // Settling is bounded by what was there at the call, however fast more comes.
        drain.settle(flood).block(SOON);
        yes.destroyForcibly().waitFor();
        drain.detach(flood).block(SOON);
    }

    private void shellTo(LogFifos fifos, String script) throws Exception {
        assertThat(rig.shell("exec >" + fifos.stdout() + "; " + script).waitFor())
                .isZero();
    }

    private List<Path> segments() throws IOException {
        try (var files = Files.list(dir)) {
            return files.filter(file -> file.getFileName().toString().matches("web\\.stdout\\.[0-9]+"))
                    .sorted((a, b) -> Long.compare(number(a), number(b)))
                    .toList();
        }
    }

    private static long number(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(name.lastIndexOf('.') + 1));
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static String lines(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i + "\n").collect(Collectors.joining());
    }
}
