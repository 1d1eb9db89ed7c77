package io.outrider.drivers.logs.files;

import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.FileFacts;
import io.outrider.drivers.posix.Folder;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The open folder of a stream's segments. Tasks can put there what they like, so a segment is only what is a plain file
 * with one name that belongs to whoever the side file belongs to. Everything else under such a name - links, FIFOs,
 * files of a task - counts as missing: it is never opened, and gives way where a segment has to be made.
 */
final class SegmentFolder implements AutoCloseable {

    private static final int MODE = 0644;
    private static final int FOLDER_MODE = 0777;
    private static final int TRIES = 100;
    /** A task can invent numbers; offsets that are reckoned from them must not overflow. */
    private static final String NUMBER = "[0-9]{1,9}";

    private final Folder folder;
    private final StreamPaths paths;
    private final int owner;

    private SegmentFolder(Folder folder, StreamPaths paths, int owner) {
        this.folder = folder;
        this.paths = paths;
        this.owner = owner;
    }

    /** Opens it to look; null where there is none. {@code owner} is whose segments count. */
    static @Nullable SegmentFolder find(StreamPaths paths, int owner) {
        try (Folder parent = Folder.open(parent(paths))) {
            return new SegmentFolder(parent.folder(name(paths)), paths, owner);
        } catch (PosixException e) {
            if (isNoFolder(e)) {
                return null;
            }
            throw e;
        }
    }

    /** Fails with ENOENT where the folder that it is to be in is not there. */
    static void requireParent(StreamPaths paths) {
        Folder.open(parent(paths)).close();
    }

    /** Opens it for the writer. Where none is it is made, and what stands in its place is removed. */
    static SegmentFolder make(StreamPaths paths, int owner) {
        try (Folder parent = Folder.open(parent(paths))) {
            for (int i = 0; i < TRIES; i++) {
                Folder found = findOrMake(parent, paths);
                if (found != null) {
                    return new SegmentFolder(found, paths, owner);
                }
            }
        }
        throw new PosixException("keep a folder at", paths.folders().segments().toString(), Errno.EBUSY);
    }

    /** Opens a segment with {@code flags}; null where there is none. */
    @Nullable
    Fd open(long number, int flags) {
        try (Fd named = folder.find(paths.segment(number))) {
            return named == null || !isSegment(named.facts()) ? null : named.reopen(flags);
        }
    }

    /** Size of a segment; -1 where there is none. */
    long size(long number) {
        try (Fd named = folder.find(paths.segment(number))) {
            FileFacts facts = named == null ? null : named.facts();
            return facts == null || !isSegment(facts) ? -1 : facts.size();
        }
    }

    /** Whether readers who look for the segment find this open file. */
    boolean holds(long number, Fd file) {
        try (Fd named = folder.find(paths.segment(number))) {
            return named != null && isSegment(named.facts()) && named.facts().isSame(file.facts());
        }
    }

    /** Makes a new segment, empty, in place of whatever has its name. */
    Fd create(long number) {
        String name = paths.segment(number);
        for (int i = 0; i < TRIES; i++) {
            try {
                Fd file = folder.makeFile(name, Fd.READ_WRITE, MODE);
                file.mode(MODE);
                return file;
            } catch (PosixException e) {
                if (!e.is(Errno.EEXIST)) {
                    throw e;
                }
                clear(folder, name);
            }
        }
        throw new PosixException("make", folder + "/" + name, Errno.EEXIST);
    }

    /** Removes a segment; a folder of that name is not ours to remove, and no reason to stop. */
    void remove(long number) {
        try {
            folder.removeFile(paths.segment(number));
        } catch (PosixException e) {
            if (!e.is(Errno.EISDIR)) {
                throw e;
            }
        }
    }

    /** Numbers of the segments that are there, the {@code most} highest. */
    SortedSet<Long> highest(int most) {
        SortedSet<Long> found = new TreeSet<>();
        String prefix = paths.name() + ".";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path(), path -> isNamed(path, prefix))) {
            for (Path file : files) {
                long number = Long.parseLong(file.getFileName().toString().substring(prefix.length()));
                if (size(number) >= 0) {
                    found.add(number);
                }
                if (found.size() > most) {
                    found.remove(found.first());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the logs in " + folder + ": " + e.getMessage(), e);
        }
        return found;
    }

    @Override
    public void close() {
        folder.close();
    }

    private boolean isSegment(FileFacts facts) {
        return facts.isRegular() && facts.links() == 1 && facts.uid() == owner;
    }

    private static boolean isNamed(Path file, String prefix) {
        String name = file.getFileName().toString();
        return name.startsWith(prefix) && name.substring(prefix.length()).matches(NUMBER);
    }

    // Null where something else is in the way, which has then been removed.
    private static @Nullable Folder findOrMake(Folder parent, StreamPaths paths) {
        String name = name(paths);
        try {
            return parent.folder(name);
        } catch (PosixException e) {
            if (!isNoFolder(e)) {
                throw e;
            }
        }
        try {
            put(parent, paths);
        } catch (PosixException e) {
            if (!isTaken(e)) {
                throw e;
            }
            clear(parent, name);
        }
        return null;
    }

    // Made where no task can swap it before it has mode and owner: those of the first one, whose parent has them too.
    private static void put(Folder parent, StreamPaths paths) {
        String name = name(paths);
        try (Folder own = Folder.open(paths.folders().own())) {
            String fresh = paths.name() + ".folder";
            own.makeFolder(fresh, FOLDER_MODE);
            try (Folder made = own.folder(fresh)) {
                FileFacts facts = parent.facts();
                if (facts.uid() != made.facts().uid()) {
                    made.owner(facts.uid(), facts.gid());
                }
                made.mode(FOLDER_MODE);
            }
            own.move(fresh, parent, name);
        } catch (PosixException e) {
            if (!e.is(Errno.EXDEV)) {
                throw e;
            }
            // Tasks cannot write into this one, which only takes a mischief from them.
            parent.makeFolder(name, FOLDER_MODE);
        }
    }

    /** Sees to it that the name is free; a directory with something in it gets another one. */
    private static void clear(Folder folder, String name) {
        try {
            folder.removeFile(name);
        } catch (PosixException e) {
            if (!e.is(Errno.EISDIR)) {
                throw e;
            }
            folder.move(name, folder, name + ".aside-" + Long.toHexString(System.nanoTime()));
        }
    }

    private static boolean isNoFolder(PosixException e) {
        return e.is(Errno.ENOENT) || e.is(Errno.ENOTDIR) || e.is(Errno.ELOOP);
    }

    private static boolean isTaken(PosixException e) {
        return e.is(Errno.ENOTDIR) || e.is(Errno.ENOTEMPTY) || e.is(Errno.EEXIST);
    }

    private static Path parent(StreamPaths paths) {
        return Objects.requireNonNull(
                paths.folders().segments().toAbsolutePath().getParent(), "parent of the logs");
    }

    private static String name(StreamPaths paths) {
        return paths.folders().segments().getFileName().toString();
    }
}
