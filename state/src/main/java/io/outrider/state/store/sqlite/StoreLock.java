package io.outrider.state.store.sqlite;

import io.outrider.state.store.StateStoreException;
import io.outrider.state.store.StateStoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a second store out of a directory. The kernel frees it when the process dies. The file is never deleted: who
 * holds a deleted lock file would not be seen.
 */
final class StoreLock implements AutoCloseable {
    private final FileChannel channel;

    private StoreLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock at once or fails as in use. */
    static StoreLock take(Path directory) {
        Path file = directory.resolve("state.lock");
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new StateStoreException(
                        Kind.IN_USE,
                        "cannot open the state in " + directory + ": is another agent using data directory " + directory
                                + "?",
                        null);
            }
            return new StoreLock(channel);
        } catch (IOException e) {
            throw new StateStoreException(
                    Kind.IO, "cannot lock " + file + " (" + e + "): is the directory writable for this user?", e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // The same JVM has it: two embedded agents with one directory.
            return null;
        }
    }
}
