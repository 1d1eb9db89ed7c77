package io.outrider.state.store.sqlite;

import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Keeps a second store out of a directory. The kernel frees it when the process dies. The file is never deleted: who
 * holds a deleted lock file would not be seen.
 *
 * <p>The kernel's lock belongs to the process, and goes as soon as the process closes the file, by whatever channel. So
 * a directory that is held in this JVM is refused before the file is opened; it is known by a system property, which
 * class loaders share.
 */
final class StoreLock implements AutoCloseable {

    private static final String HELD = "io.outrider.state.lock:";

    private final FileChannel channel;
    private final String claim;

    private StoreLock(FileChannel channel, String claim) {
        this.channel = channel;
        this.claim = claim;
    }

    /** Takes the lock at once or fails as in use. */
    static StoreLock take(Path directory) {
        Path file = directory.resolve("state.lock");
        try {
            String claim = HELD + directory.toRealPath();
            if (System.getProperties().putIfAbsent(claim, "held") != null) {
                throw inUse(directory);
            }
            return lock(file, claim).orElseThrow(() -> inUse(directory));
        } catch (IOException e) {
            throw new StateStoreException(
                    Kind.IO, "cannot lock " + file + " (" + e + "): is the directory writable for this user?", e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            System.getProperties().remove(claim);
        }
    }

    /** Empty when somebody else has it; the claim is given up with whatever does not succeed. */
    private static Optional<StoreLock> lock(Path file, String claim) throws IOException {
        boolean taken = false;
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                taken = tryLock(channel);
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
            return taken ? Optional.of(new StoreLock(channel, claim)) : Optional.empty();
        } finally {
            if (!taken) {
                System.getProperties().remove(claim);
            }
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // By another name of the directory, as with a bind mount.
            return false;
        }
    }

    private static StateStoreException inUse(Path directory) {
        return new StateStoreException(
                Kind.IN_USE,
                "cannot open the state in " + directory + ": is another agent using data directory " + directory + "?",
                null);
    }
}
