package io.outrider.drivers.logs.drain;

import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.logs.LogItem;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.LogStore;
import io.outrider.drivers.logs.files.FileLogStore;
import io.outrider.streams.Workers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import reactor.core.scheduler.Scheduler;

/** What the tests of drain and store share: schedulers, a store, shell writers, polling with a deadline. */
public final class LogRig implements DrainNotices, AutoCloseable {

    private final Workers workers = new Workers();
    private final Scheduler scheduler = workers.blockingFailWhenFull("logs", 4, 10_000);
    private final LogStore store = new FileLogStore(scheduler);
    private final Queue<String> notices = new ConcurrentLinkedQueue<>();

    public LogStore store() {
        return store;
    }

    public Scheduler scheduler() {
        return scheduler;
    }

    /** A drain in this JVM; the caller closes it. */
    public InProcessDrain drain() {
        return InProcessDrain.start(this, Clock.systemUTC(), scheduler);
    }

    public Queue<String> notices() {
        return notices;
    }

    /** Starts a shell; its standard output goes nowhere unless the script says so. */
    public Process shell(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Everything from {@code offset} to the present end. */
    public List<LogItem> items(LogSource source, LogStore.Fd fd, long offset) {
        return store.read(new LogStore.Query(source.folders(), source.task(), fd, offset, false))
                .collectList()
                .block(Duration.ofSeconds(30));
    }

    /** SHA-256 of all bytes that are kept. */
    byte[] hash(LogSource source, LogStore.Fd fd) throws NoSuchAlgorithmException {
        MessageDigest read = MessageDigest.getInstance("SHA-256");
        for (LogItem item : items(source, fd, 0)) {
            if (item instanceof LogItem.Data data) {
                read.update(data.bytes());
            }
        }
        return read.digest();
    }

    /** Standard output as text, without its gaps. */
    public String text(LogSource source) {
        return text(items(source, LogStore.Fd.STDOUT, 0));
    }

    public static String text(List<LogItem> items) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (LogItem item : items) {
            if (item instanceof LogItem.Data data) {
                all.writeBytes(data.bytes());
            }
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    /** Segments in {@code dir}, what is the drain's own in a folder below it. */
    public static LogFolders folders(Path dir) {
        return new LogFolders(dir, dir.resolve("own"));
    }

    public static LogSource source(Path dir, int maxFiles, long maxFileBytes) {
        return new LogSource("11111111-2222-3333-4444-555555555555", "web", folders(dir), maxFiles, maxFileBytes);
    }

    /** The files of one stream of the task {@code web}, oldest first. */
    static List<Path> segments(Path dir, String fd) throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(file -> file.getFileName().toString().matches("web\\." + fd + "\\.[0-9]+"))
                    .sorted(Comparator.comparingLong(LogRig::number))
                    .toList();
        }
    }

    private static long number(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(name.lastIndexOf('.') + 1));
    }

    /** As {@code rwxrwxrwx}. */
    static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    /** Numbered lines. */
    static String lines(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i + "\n").collect(Collectors.joining());
    }

    /** Polls until it holds; fails after 20 seconds. */
    public static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within 20 s: " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }

    @Override
    public void stalled(String stream, String reason) {
        notices.add("stalled " + stream + ": " + reason);
    }

    @Override
    public void resumed(String stream) {
        notices.add("resumed " + stream);
    }

    @Override
    public void failed(Throwable error) {
        notices.add("failed " + error);
    }

    @Override
    public void close() {
        workers.close(Duration.ofSeconds(5)).block(Duration.ofSeconds(10));
    }
}
