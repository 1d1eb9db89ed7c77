package io.outrider.drivers.logs.service;

import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.procfs.LeftShims;
import java.nio.file.Path;

/**
 * Where a drain lives: beside what it works for, in one directory that the user may remove as a whole.
 *
 * @param dir of the drain's own files
 * @param lock the open lock file in it
 */
record DrainHome(Path dir, Fd lock) {

    /** Whether it has been removed; not if it was only moved. */
    boolean isRemoved() {
        return lock.facts().links() == 0;
    }

    /**
     * Whether it has been removed and nothing of ours is left to wait for. Nobody will ever ask again for what ran
     * there: shims that were cut off are ended, others may be about to be, while the removal goes on.
     */
    boolean isLeft() {
        Path parent = dir.toAbsolutePath().getParent();
        return isRemoved() && parent != null && !LeftShims.endBelow(parent);
    }
}
