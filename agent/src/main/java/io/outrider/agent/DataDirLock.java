package io.outrider.agent;

import io.outrider.agent.AgentException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second agent out of a data directory, in this JVM and in others. The kernel frees it when the process dies,
 * however it dies; the pid in the file is only for the message. Blocking.
 */
final class DataDirLock implements AutoCloseable {

    private static final Set<OpenOption> OPEN =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<PosixFilePermission> PASSABLE = PosixFilePermissions.fromString("rwx--x--x");

    private final FileChannel channel;

    private DataDirLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Makes the directory if needed, with mode 0711, and takes its lock. Throws {@link AgentException}. */
    static DataDirLock take(Path dataDir, long pid) {
        Path file = dataDir.resolve("agent.lock");
        FileChannel channel = null;
        try {
            make(dataDir);
            channel = FileChannel.open(file, OPEN, OWNER_ONLY);
            // Who can open it can lock it, and keep the next agent out: tasks of other users must not.
            Files.setPosixFilePermissions(file, OWNER_ONLY.value());
            FileLock lock = lock(channel);
            if (lock == null) {
                throw inUse(dataDir, channel);
            }
            write(channel, pid);
            return new DataDirLock(channel);
        } catch (IOException e) {
            close(channel, e);
            throw unusable(dataDir, e);
        } catch (AgentException e) {
            close(channel, e);
            throw e;
        }
    }

    /** One that we make can be passed through, as tasks of other users must, but listed by nobody else. */
    private static void make(Path dataDir) throws IOException {
        if (Files.isDirectory(dataDir)) {
            return;
        }
        Path parent = dataDir.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.createDirectory(dataDir, PosixFilePermissions.asFileAttribute(PASSABLE));
            Files.setPosixFilePermissions(dataDir, PASSABLE);
        } catch (FileAlreadyExistsException e) {
            // Another agent was faster, or a file is in the way, and then this says so.
            Files.createDirectories(dataDir);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static AgentException inUse(Path dataDir, FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(32);
        channel.read(text, 0);
        String holder = new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
        return new AgentException(
                Kind.DATA_DIR_IN_USE,
                "data directory " + dataDir + " is in use by another agent"
                        + (holder.isEmpty() ? "" : ", process " + holder)
                        + ": stop that one, or give this one a directory of its own");
    }

    private static AgentException unusable(Path dataDir, IOException e) {
        return new AgentException(
                Kind.DATA_DIR_UNUSABLE,
                "data directory " + dataDir + " cannot be used: " + IoReasons.of(e) + "; "
                        + IoReasons.advice(e, dataDir),
                e);
    }

    private static void write(FileChannel channel, long pid) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap((pid + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
    }

    private static void close(@Nullable FileChannel channel, Exception reason) {
        if (channel == null) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }
}
