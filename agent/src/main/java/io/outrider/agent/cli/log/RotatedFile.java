package io.outrider.agent.cli.log;

import io.outrider.agent.IoReasons;
import io.outrider.agent.cli.run.UserException;
import io.outrider.agent.config.LogConfig.LogFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file that is put aside when it is large or old: {@code x.log} becomes {@code x-TIME.log}, with the time in
 * nanoseconds as the reference has it, and the oldest of these go when there are too many. Of one thread at a time, as
 * an appender writes.
 */
final class RotatedFile extends OutputStream {

    private final LogFile config;
    private final Clock clock;
    private @Nullable OutputStream out;
    private long written;
    private Instant begun = Instant.EPOCH;

    private RotatedFile(LogFile config, Clock clock) {
        this.config = config;
        this.clock = clock;
    }

    static RotatedFile open(LogFile config) {
        return open(config, Clock.systemUTC());
    }

    static RotatedFile open(LogFile config, Clock clock) {
        RotatedFile file = new RotatedFile(config, clock);
        try {
            file.open();
        } catch (IOException e) {
            throw new UserException("cannot write the log_file " + config.path() + ": " + IoReasons.of(e)
                    + ". Make its folder writable, or choose another file");
        }
        return file;
    }

    private OutputStream open() throws IOException {
        Path folder = config.path().toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        OutputStream opened =
                Files.newOutputStream(config.path(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        out = opened;
        written = Files.size(config.path());
        begun = clock.instant();
        return opened;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    /** One line: lines are never cut in two. */
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        OutputStream open = out == null ? open() : out;
        if (written > 0 && isDue(length)) {
            open.close();
            putAside();
            open = open();
        }
        open.write(bytes, offset, length);
        written += length;
    }

    private boolean isDue(int more) {
        boolean large = config.rotateBytes() > 0 && written + more > config.rotateBytes();
        return large || !clock.instant().isBefore(begun.plus(config.rotateEvery()));
    }

    private void putAside() throws IOException {
        String name = String.valueOf(config.path().getFileName());
        int dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length();
        Instant now = clock.instant();
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        Path aside = config.path().resolveSibling(name.substring(0, dot) + "-" + nanos + name.substring(dot));
        while (Files.exists(aside)) {
            nanos++;
            aside = config.path().resolveSibling(name.substring(0, dot) + "-" + nanos + name.substring(dot));
        }
        Files.move(config.path(), aside);
        prune(name.substring(0, dot), name.substring(dot));
    }

    /** Zero keeps all, less than zero none. */
    private void prune(String stem, String ending) throws IOException {
        if (config.maxFiles() == 0) {
            return;
        }
        Path folder = config.path().toAbsolutePath().getParent();
        List<Path> kept;
        try (Stream<Path> all = Files.list(folder == null ? Path.of("/") : folder)) {
            kept = all.filter(path -> isAside(String.valueOf(path.getFileName()), stem, ending))
                    .sorted(Comparator.comparing(path -> String.valueOf(path.getFileName())))
                    .toList();
        }
        int most = Math.max(0, config.maxFiles());
        for (Path old : kept.subList(0, Math.max(0, kept.size() - most))) {
            Files.deleteIfExists(old);
        }
    }

    private static boolean isAside(String name, String stem, String ending) {
        return name.length() > stem.length() + ending.length()
                && name.startsWith(stem + "-")
                && name.endsWith(ending)
                && name.substring(stem.length() + 1, name.length() - ending.length())
                        .matches("[0-9]{10,}");
    }

    @Override
    public void flush() throws IOException {
        if (out != null) {
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
            out = null;
        }
    }
}
