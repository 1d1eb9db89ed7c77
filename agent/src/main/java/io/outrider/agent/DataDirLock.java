package io.outrider.agent;

import io.outrider.agent.AgentException.Kind;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Keeps a second agent out of a data directory, in this JVM and in others. The kernel frees it when the process dies,
 * however it dies; the pid in the file is only for the message. Blocking.
 *
 * <p>It is a lock of the open file. The JVM's own belong to the process and go as soon as anything in the process
 * closes the file, if only to find out who has it.
 */
final class DataDirLock implements AutoCloseable {

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<PosixFilePermission> PASSABLE = PosixFilePermissions.fromString("rwx--x--x");
    private static final int LONGEST_PID = 32;

    private final Fd file;

    private DataDirLock(Fd file) {
        this.file = file;
    }

    /** Makes the directory if needed, with mode 0711, and takes its lock. Throws {@link AgentException}. */
    static DataDirLock take(Path dataDir, long pid) {
        try {
            make(dataDir);
            return lock(dataDir, pid);
        } catch (IOException e) {
            throw unusable(dataDir, e);
        } catch (PosixException e) {
            throw unusable(
                    dataDir,
                    new FileSystemException(dataDir.toString(), null, e.errno().text()));
        }
    }

    private static DataDirLock lock(Path dataDir, long pid) throws IOException {
        Path path = dataDir.resolve("agent.lock");
        Files.newByteChannel(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OWNER_ONLY)
                .close();
        // Who can open it can lock it, and keep the next agent out: tasks of other users must not.
        Files.setPosixFilePermissions(path, OWNER_ONLY.value());
        Fd file = Fd.open(path, Fd.READ_WRITE);
        try {
            if (!file.tryLock()) {
                throw inUse(dataDir, file);
            }
            write(file, pid);
            return new DataDirLock(file);
        } catch (AgentException | PosixException e) {
            file.close();
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
    public void close() {
        file.close();
    }

    private static AgentException inUse(Path dataDir, Fd file) {
        byte[] text = new byte[LONGEST_PID];
        int length = file.readAt(text, LONGEST_PID, 0);
        String holder = new String(text, 0, length, StandardCharsets.US_ASCII).strip();
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

    private static void write(Fd file, long pid) {
        byte[] text = (pid + "\n").getBytes(StandardCharsets.US_ASCII);
        file.truncate(0);
        file.writeAt(text, text.length, 0);
    }
}
