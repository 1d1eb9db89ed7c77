package io.outrider.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** How fast a task's output becomes log files, beside {@code cat} through a FIFO to one file. */
final class LogFigures {

    private static final int MEBIBYTES = 512;
    private static final long BYTES = (long) MEBIBYTES << 20;
    private static final double MEGA = 1e6;
    private static final int ROUNDS = 3;
    private static final long LOOK_EVERY_NANOS = 5_000_000;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    /** The reference's 232 MB/s, twice. */
    private static final double LEAST = 464;

    private static final double LEAST_SHARE = 0.5;

    private final LauncherFlags flags;
    private final Path dir;

    LogFigures(LauncherFlags flags, Path dir) {
        this.flags = flags;
        this.dir = dir;
    }

    void measure(Table table) throws IOException {
        Path data = dir.resolve("data.bin");
        fill(data);
        String hash = hash(List.of(data));
        double[] ours = new double[ROUNDS];
        double[] cats = new double[ROUNDS];
        try (AgentProcess agent = AgentProcess.start(flags, dir.resolve("logs"));
                StampFifo fifo = StampFifo.make(dir.resolve("logs.fifo"))) {
            agent.await("started");
            for (int i = 0; i < ROUNDS; i++) {
                cats[i] = cat(data, fifo);
                ours[i] = task(agent, "write-" + i, fifo, "cat " + data);
                List<Path> logs = logs(agent);
                assertThat(hash(logs)).as("hash of %s", logs).isEqualTo(hash);
                assertThat(logs).hasSizeGreaterThan(MEBIBYTES / 11);
                Shell.run("rm -rf " + agent.dataDir().resolve("alloc") + "/*/alloc/logs/*");
            }
        }
        double best = Figure.median(ours);
        double cat = Figure.median(cats);
        table.add(Figure.atLeast("512 MiB through stdout with rotation, same hash (MB/s)", LEAST, best));
        table.add(Figure.atLeast("the same as a share of cat through a FIFO to a file", LEAST_SHARE, best / cat));
        table.note("log path: rounds of ours " + rounds(ours) + " MB/s, of cat " + rounds(cats) + " MB/s");
    }

    private static String rounds(double[] values) {
        return Arrays.stream(values).mapToObj(Figure::number).toList().toString();
    }

    private static void fill(Path file) throws IOException {
        byte[] block = new byte[1 << 20];
        Random random = new Random(1);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < MEBIBYTES; i++) {
                random.nextBytes(block);
                out.write(block);
            }
        }
        Shell.run("sync; cat " + file + " > /dev/null");
    }

    private double task(AgentProcess agent, String name, StampFifo fifo, String command) {
        Shell.run("sync");
        agent.tell("run " + Jobs.writing(dir, name, "echo go > " + fifo.path() + "; exec " + command));
        long before = fifo.next().nanos();
        return perSecond(before, () -> size(logs(agent)));
    }

    private double cat(Path data, StampFifo fifo) throws IOException {
        Shell.run("sync");
        Path pipe = dir.resolve("cat.fifo");
        Path copy = dir.resolve("copy.bin");
        Shell.run("mkfifo " + pipe);
        Process both = Shell.start("cat < " + pipe + " > " + copy + " & exec > " + pipe + "; echo go > " + fifo.path()
                + "; cat " + data + "; exec >&-; wait");
        try {
            return perSecond(fifo.next().nanos(), () -> size(List.of(copy)));
        } finally {
            both.onExit().join();
            Files.delete(pipe);
            Files.delete(copy);
        }
    }

    private static double perSecond(long before, LongSupplier size) {
        while (size.getAsLong() < BYTES) {
            if (System.nanoTime() - before > PATIENCE_NANOS) {
                throw new AssertionError("only " + size.getAsLong() + " of " + BYTES + " bytes arrived");
            }
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
        return BYTES / MEGA / ((System.nanoTime() - before) / 1e9);
    }

    private static long size(List<Path> files) {
        return files.stream().mapToLong(file -> file.toFile().length()).sum();
    }

    /** The files of a stdout, in order. */
    private static List<Path> logs(AgentProcess agent) {
        try (Stream<Path> found = Files.walk(agent.dataDir().resolve("alloc"), 4)) {
            return found.filter(file -> file.getFileName().toString().matches("t\\.stdout\\.\\d+"))
                    .sorted(Comparator.comparingInt(LogFigures::number))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            // It is being written to.
            return List.of();
        }
    }

    private static int number(Path file) {
        String name = file.getFileName().toString();
        return Integer.parseInt(name.substring(name.lastIndexOf('.') + 1));
    }

    private static String hash(List<Path> files) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 20];
            for (Path file : files) {
                update(digest, file, buffer);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static void update(MessageDigest digest, Path file, byte[] buffer) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
    }
}
