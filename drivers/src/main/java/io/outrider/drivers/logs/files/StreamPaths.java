package io.outrider.drivers.logs.files;

import io.outrider.drivers.logs.LogFifos;
import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.logs.LogSource;
import io.outrider.drivers.logs.LogStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/**
 * Names of a stream's files.
 *
 * @param folders where they lie
 * @param name {@code TASK.stdout} or {@code TASK.stderr}
 */
public record StreamPaths(LogFolders folders, String name) {

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    public StreamPaths {
        if (name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a task's name cannot be part of a file name: " + name);
        }
    }

    /** The stream of a task, {@code fd} being {@code stdout} or {@code stderr}. */
    public static StreamPaths of(LogFolders folders, String task, String fd) {
        return new StreamPaths(folders, task + "." + fd);
    }

    /** The pipe that the task writes into. */
    public Path fifo() {
        return folders.own().resolve(name + ".fifo");
    }

    Path side() {
        return folders.own().resolve(name + ".index");
    }

    Path newSide() {
        return folders.own().resolve(name + ".index.new");
    }

    String segment(long index) {
        return name + "." + index;
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

    /** Makes the folder of the drain's own where it is missing. */
    void makeOwn() {
        try {
            Path own = folders.own();
            Path parent = Objects.requireNonNull(own.toAbsolutePath().getParent(), "parent of the logs' folder");
            Files.createDirectories(parent, OWNER_ONLY);
            Files.createDirectory(own, OWNER_ONLY);
        } catch (FileAlreadyExistsException e) {
            // Made for another stream.
            return;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder " + folders.own() + ": " + e.getMessage(), e);
        }
    }

    /** Where a task writes its output. */
    public static LogFifos fifos(LogSource source) {
        return new LogFifos(
                of(source.folders(), source.task(), "stdout").fifo(),
                of(source.folders(), source.task(), "stderr").fifo());
    }
}
