package io.outrider.runners.dir;

import java.nio.file.Path;
import reactor.core.scheduler.Scheduler;

/** Where the directories of all allocs of an agent are. */
public final class AllocDirs {

    private final Path root;
    private final Path logs;
    private final Ownership ownership;
    private final Scheduler io;

    /**
     * @param root {@code <data>/alloc}; made when the first alloc is built
     * @param logs {@code <data>/logs}, for what collects output; no task gets at it
     * @param ownership whom the directories belong to
     * @param io runs what blocks
     */
    public AllocDirs(Path root, Path logs, Ownership ownership, Scheduler io) {
        this.root = root.toAbsolutePath().normalize();
        this.logs = logs.toAbsolutePath().normalize();
        this.ownership = ownership;
        this.io = io;
    }

    /** The directories of an alloc, built or not. Touches nothing. */
    public AllocDir of(String allocId) {
        return new LocalAllocDir(
                Names.child(root, allocId, "alloc"), Names.child(logs, allocId, "alloc"), ownership, io);
    }
}
