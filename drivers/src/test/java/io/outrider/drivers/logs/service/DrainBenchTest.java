package io.outrider.drivers.logs.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.drivers.bench.FigureTable;
import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.LogStore;
import io.outrider.drivers.logs.drain.LogRig;
import io.outrider.drivers.posix.Fd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** 512 MiB through a task's stdout with rotation, beside cat through a pipe to a file (design, Baseline). */
@Tag("bench")
@Timeout(300)
final class DrainBenchTest {

    private static final Duration LONG = Duration.ofSeconds(120);
    private static final int MEBIBYTES = 512;

    @TempDir
    private Path dir;

    private final LogRig rig = new LogRig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void hasTheSameBytes() throws Exception {
        Path logs = Files.createDirectory(dir.resolve("logs"));
        DrainConfig config = new DrainConfig(
                dir.resolve("d"), dir.resolve("n"), "1", Optional.empty(), Duration.ofSeconds(60), LONG);
        DrainClient client = DrainClient.start(config, rig.scheduler(), rig);
        LogSource source = LogRig.source(logs, 60, 10_000_000);
        LogFifos fifos = client.attach(source).block(LONG);
        Path data = dir.resolve("data");
        assertThat(rig.shell("head -c " + MEBIBYTES + "M /dev/urandom | base64 -w 120 | head -c " + MEBIBYTES + "M > "
                                + data)
                        .waitFor())
                .isZero();

        double drained = 0;
        double cat = 0;
        for (int round = 0; round < 3; round++) {
            long begun = System.nanoTime();
            rig.shell("exec cat " + data + " > " + fifos.stdout()).waitFor();
            client.settle(source).block(LONG);
            drained = Math.max(drained, rate(begun));
            cat = Math.max(cat, catThroughFifo(data));
        }
        FigureTable table = new FigureTable("log path, best of 3 rounds of " + MEBIBYTES + " MiB");
        table.atLeast("stdout with rotation (MB/s)", 464, drained);
        table.add("cat through a FIFO to a file (MB/s)", cat);
        table.atLeast("the first as a share of the second", 0.5, drained / cat);
        table.add("drain, PSS (kB)", pss());
        table.print();

        long end = rig.store()
                .extent(LogRig.folders(logs), "web", LogStore.Fd.STDOUT)
                .block(LONG)
                .end();
        assertThat(end).isEqualTo(3L * MEBIBYTES << 20);
        assertThat(hash(logs, end - ((long) MEBIBYTES << 20))).isEqualTo(sha256(data));
        client.detach(source).block(LONG);
        client.quit().block(LONG);
        client.close().block(LONG);
    }

    private double catThroughFifo(Path data) throws Exception {
        Path fifo = dir.resolve("plain" + System.nanoTime());
        Fd.makeFifo(fifo, 0600);
        long begun = System.nanoTime();
        Process reader = rig.shell("exec cat " + fifo + " > " + dir.resolve("copy"));
        rig.shell("exec cat " + data + " > " + fifo).waitFor();
        reader.waitFor();
        return rate(begun);
    }

    private static double rate(long begun) {
        return (double) (MEBIBYTES << 20) / (System.nanoTime() - begun) * 1e3;
    }

    private double pss() throws Exception {
        String pid = Files.readString(dir.resolve("d/drain.lock")).trim();
        return Double.parseDouble(Files.readAllLines(Path.of("/proc", pid, "smaps_rollup")).stream()
                .filter(line -> line.startsWith("Pss:"))
                .findFirst()
                .orElseThrow()
                .replaceAll("[^0-9]", ""));
    }

    private String hash(Path logs, long from) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        rig.store()
                .read(new LogStore.Query(LogRig.folders(logs), "web", LogStore.Fd.STDOUT, from, false))
                .doOnNext(item -> {
                    if (item instanceof LogItem.Data part) {
                        digest.update(part.bytes());
                    }
                })
                .blockLast(LONG);
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String sha256(Path file) throws Exception {
        Process sum = new ProcessBuilder("sha256sum", file.toString()).start();
        return new String(sum.getInputStream().readAllBytes()).substring(0, 64);
    }
}
