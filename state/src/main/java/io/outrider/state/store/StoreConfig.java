package io.outrider.state.store;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a store on disk lives and how much it keeps.
 *
 * @param directory holds {@code state.db} and its companions; made with mode 0700 if missing
 * @param nativeDirectory where SQLite's native library is unpacked once and used from then on; empty: a temporary copy
 *     for each JVM. The first store of a JVM decides
 * @param journal how many events are kept
 * @param queuedCommits commits that may wait for the writer; further ones fail as overloaded
 */
public record StoreConfig(Path directory, Optional<Path> nativeDirectory, JournalLimits journal, int queuedCommits) {
    /** Far more than a busy agent has in flight; a full queue means that the disk hangs. */
    public static final int QUEUED_COMMITS = 8192;

    public StoreConfig {
        Objects.requireNonNull(directory, "directory");
        if (queuedCommits < 1) {
            throw new IllegalArgumentException("queuedCommits: " + queuedCommits + " (expected: > 0)");
        }
    }

    /** The defaults for a directory. */
    public static StoreConfig of(Path directory) {
        return new StoreConfig(directory, Optional.empty(), JournalLimits.DEFAULT, QUEUED_COMMITS);
    }

    /** This configuration with another retention. */
    public StoreConfig withJournal(JournalLimits limits) {
        return new StoreConfig(directory, nativeDirectory, limits, queuedCommits);
    }

    /** This configuration with a place for the native library. */
    public StoreConfig withNativeDirectory(Path place) {
        return new StoreConfig(directory, Optional.of(place), journal, queuedCommits);
    }
}
