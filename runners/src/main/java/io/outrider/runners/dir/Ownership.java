package io.outrider.runners.dir;

import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.FileFacts;
import io.outrider.drivers.posix.Folder;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whom the directories of tasks belong to. As root they are given to nobody, so that tasks of any user can use them; a
 * process of another user can only make its own.
 *
 * @param root whether this process is root
 */
public record Ownership(boolean root) {

    private static final int NOBODY = 65534;
    private static final int ONLY_OURS = 0700;
    private static final int TRIES = 100;

    /** What holds for this process. */
    public static Ownership ofProcess() {
        try {
            return new Ownership(Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")));
        } catch (IOException e) {
            return new Ownership(false);
        }
    }

    /**
     * Makes the directory {@code name} of tasks in {@code parent}, or corrects the mode of the one that is there. It is
     * made in {@code workshop}, where no task can swap it, and put into its place when it is ready; so what is found in
     * that place was either made here, or brought by a task: then it is no business of ours and left alone. Fails where
     * that is no directory.
     */
    void give(Folder workshop, Folder parent, String name, int mode) throws IOException {
        Kind kind = root ? new Kind(mode, NOBODY, NOBODY) : ours(workshop, mode);
        if (!isThere(parent, name, kind)) {
            put(workshop, parent, name, kind);
        }
    }

    /** The same; what is no directory is set aside. */
    void giveAnyway(Folder workshop, Folder parent, String name, int mode) throws IOException {
        try (Fd there = parent.find(name)) {
            if (there != null && !there.facts().isDirectory()) {
                setAside(parent, name);
            }
        }
        give(workshop, parent, name, mode);
    }

    /**
     * The same as {@link #give} for a directory that stays this process's own. Whatever else is found in its place is
     * set aside.
     */
    void make(Folder workshop, Folder parent, String name, int mode) throws IOException {
        Kind kind = ours(workshop, mode);
        for (int i = 0; i < TRIES; i++) {
            if (isOurs(parent, name, kind)) {
                return;
            }
            put(workshop, parent, name, kind);
        }
        throw new IOException(parent + "/" + name + " is replaced again and again by somebody else");
    }

    /** A directory of this process's own in one that only it can write to. */
    void make(Path dir, int mode) throws IOException {
        if (!Files.isDirectory(dir)) {
            Files.createDirectory(dir);
        }
        try (Folder made = Folder.open(dir)) {
            if (made.facts().permissions() != mode) {
                made.mode(mode);
            }
        }
    }

    private static Kind ours(Folder workshop, int mode) {
        FileFacts facts = workshop.facts();
        return new Kind(mode, facts.uid(), facts.gid());
    }

    private static boolean isThere(Folder parent, String name, Kind kind) throws IOException {
        try (Folder there = parent.folder(name)) {
            FileFacts facts = there.facts();
            if (facts.uid() == kind.uid && facts.permissions() != kind.mode) {
                there.mode(kind.mode);
            }
            return true;
        } catch (PosixException e) {
            if (e.is(Errno.ENOENT)) {
                return false;
            }
            throw new IOException(
                    "something else stands in place of the directory " + parent + "/" + name + ": " + e.getMessage(),
                    e);
        }
    }

    private static boolean isOurs(Folder parent, String name, Kind kind) {
        try (Folder there = parent.folder(name)) {
            FileFacts facts = there.facts();
            if (facts.uid() == kind.uid) {
                if (facts.permissions() != kind.mode) {
                    there.mode(kind.mode);
                }
                return true;
            }
        } catch (PosixException e) {
            if (e.is(Errno.ENOENT)) {
                return false;
            }
            if (!e.is(Errno.ENOTDIR) && !e.is(Errno.ELOOP)) {
                throw e;
            }
        }
        setAside(parent, name);
        return false;
    }

    private static void setAside(Folder parent, String name) {
        try {
            parent.move(name, parent, name + ".aside-" + Long.toHexString(System.nanoTime()));
        } catch (PosixException e) {
            if (!e.is(Errno.ENOENT)) {
                throw e;
            }
        }
    }

    private static void put(Folder workshop, Folder parent, String name, Kind kind) {
        String unready = ".making-" + Long.toHexString(System.nanoTime());
        workshop.makeFolder(unready, ONLY_OURS);
        try (Folder made = workshop.folder(unready)) {
            if (made.facts().uid() != kind.uid) {
                made.owner(kind.uid, kind.gid);
            }
            made.mode(kind.mode);
            workshop.move(unready, parent, name);
        } catch (PosixException e) {
            workshop.removeFolder(unready);
            if (!e.is(Errno.ENOTEMPTY) && !e.is(Errno.EEXIST)) {
                throw e;
            }
            // Somebody was faster: another start of ours, or a task.
        }
    }

    /** Mode and owner of a directory. */
    private record Kind(int mode, int uid, int gid) {}
}
