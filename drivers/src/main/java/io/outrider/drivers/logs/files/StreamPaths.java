package io.outrider.drivers.logs.files;

import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.LogStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Names of a stream's files.
 *
 * @param logDir {@code <alloc>/alloc/logs}
 * @param name {@code TASK.stdout} or {@code TASK.stderr}
 */
public record StreamPaths(Path logDir, String name) {

    public StreamPaths {
        if (name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a task's name cannot be part of a file name: " + name);
        }
    }

    /** The stream of a task, {@code fd} being {@code stdout} or {@code stderr}. */
    public static StreamPaths of(Path logDir, String task, String fd) {
        return new StreamPaths(logDir, task + "." + fd);
    }

    public Path fifo() {
        return logDir.resolve("." + name + ".fifo");
    }

    Path side() {
        return logDir.resolve("." + name + ".index");
    }

    Path newSide() {
        return logDir.resolve("." + name + ".index.new");
    }

    Path segment(long index) {
        return logDir.resolve(name + "." + index);
    }

    /** Whether anything was ever collected here. */
    boolean isBegun() {
        return side().toFile().exists();
    }

    /** Whether something was collected here and the end of it was never noted. */
    public boolean isUnended() {
        LogStore.Extent extent = StreamLook.extent(this);
        return extent != null && !extent.detached();
    }

    /** Indexes of the segments that are there; none where the folder is not. */
    SortedSet<Long> segments() {
        SortedSet<Long> found = new TreeSet<>();
        String prefix = name + ".";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                logDir, path -> path.getFileName().toString().startsWith(prefix))) {
            for (Path file : files) {
                String suffix = file.getFileName().toString().substring(prefix.length());
                if (suffix.matches("[0-9]{1,18}") && Files.isRegularFile(file)) {
                    found.add(Long.parseLong(suffix));
                }
            }
        } catch (NoSuchFileException e) {
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the logs in " + logDir + ": " + e.getMessage(), e);
        }
        return found;
    }

    /** Where a task writes its output. */
    public static LogFifos fifos(LogSource source) {
        return new LogFifos(
                of(source.logDir(), source.task(), "stdout").fifo(),
                of(source.logDir(), source.task(), "stderr").fifo());
    }
}
