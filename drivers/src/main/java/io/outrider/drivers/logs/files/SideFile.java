package io.outrider.drivers.logs.files;

import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The side file as its writer has it: locked against a second writer, appended to, thinned when it has grown. */
final class SideFile implements AutoCloseable {

    private static final int MODE = 0600;
    private static final int FLAGS = Fd.READ_WRITE | Fd.CREATE | Fd.NO_FOLLOW;
    private static final int MAX_ENTRIES = 2048;
    private static final int MAX_THINNED = MAX_ENTRIES / 4;

    private final StreamPaths paths;
    private final SideIndex index = new SideIndex();
    private Fd file;
    private long size;
    private long thinOutAt = (long) MAX_ENTRIES * SideEntry.SIZE;

    private SideFile(StreamPaths paths, Fd file) {
        this.paths = paths;
        this.file = file;
    }

    /** Opens or makes it. Fails with EBUSY where another writer holds it. */
    static SideFile open(StreamPaths paths) {
        Fd file = openLocked(paths);
        SideFile side = new SideFile(paths, file);
        long bytes = file.seekEnd();
        side.size = bytes - bytes % SideEntry.SIZE;
        if (side.size < bytes) {
            // A kill left a part of an entry; all entries are aligned, so nothing may follow it.
            file.truncate(side.size);
        }
        side.index.readOn(file, side.size);
        return side;
    }

    private static Fd openLocked(StreamPaths paths) {
        Fd file = Fd.open(paths.side(), FLAGS, MODE);
        try {
            // Between open and lock the file may have been replaced by the one who held the lock.
            if (!file.tryLock() || !Files.isSameFile(paths.side(), file.path())) {
                throw new PosixException(
                        "collect (another log drain does) into", paths.side().toString(), Errno.EBUSY);
            }
            file.mode(MODE);
            return file;
        } catch (IOException e) {
            file.close();
            throw new UncheckedIOException("cannot look at " + paths.side() + ": " + e.getMessage(), e);
        } catch (PosixException e) {
            file.close();
            throw e;
        }
    }

    /** Whose it is, and the segments with it. */
    int owner() {
        return file.facts().uid();
    }

    SideIndex index() {
        return index;
    }

    /** Appends; when it fails (a full disk) nothing has been appended. */
    void append(SideEntry entry) {
        write(file, entry, size);
        size += SideEntry.SIZE;
        index.add(entry);
        if (size > thinOutAt) {
            thinOut();
        }
    }

    @Override
    public void close() {
        file.close();
    }

    private static void write(Fd file, SideEntry entry, long at) {
        if (file.writeAt(entry.encode(), SideEntry.SIZE, at) < SideEntry.SIZE) {
            file.truncate(at);
            throw new PosixException("write all of an entry to", file.toString(), Errno.ENOSPC);
        }
    }

    // Replaces the file by one that has only what is still of use. Where that fails, the long one goes on.
    private void thinOut() {
        List<SideEntry> kept = new SideThinning(MAX_THINNED).of(file, size, index);
        thinOutAt = size + (long) (kept.size() + MAX_ENTRIES) * SideEntry.SIZE;
        Fd thinned = null;
        try {
            thinned = Fd.open(paths.newSide(), FLAGS | Fd.TRUNCATE, MODE);
            replaceBy(thinned, kept);
        } catch (PosixException | IOException e) {
            if (thinned != null) {
                thinned.close();
            }
        }
    }

    private void replaceBy(Fd thinned, List<SideEntry> kept) throws IOException {
        if (!thinned.tryLock()) {
            throw new PosixException("lock", thinned.toString(), Errno.EBUSY);
        }
        thinned.mode(MODE);
        long written = 0;
        for (SideEntry entry : kept) {
            write(thinned, entry, written);
            written += SideEntry.SIZE;
        }
        // Announced before it happens: readers of the old file then look at the name again and again until it has.
        write(file, new SideEntry(SideEntry.Kind.MOVED, 0, 0, 0, 0), size);
        size += SideEntry.SIZE;
        Files.move(paths.newSide(), paths.side(), StandardCopyOption.ATOMIC_MOVE);
        file.close();
        file = thinned;
        size = written;
        thinOutAt = written + (long) MAX_ENTRIES * SideEntry.SIZE;
    }
}
