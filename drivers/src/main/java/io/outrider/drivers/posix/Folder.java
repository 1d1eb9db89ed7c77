package io.outrider.drivers.posix;

import com.sun.jna.Native;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An open directory, for places where others can swap things. What is done by name is done in this very directory,
 * wherever its own name leads by now, and no symbolic link is ever followed: names are single steps. Closing is
 * idempotent. All failures are {@link PosixException}.
 */
public final class Folder implements AutoCloseable {

    private static final int OPEN = Fd.READ | Fd.DIRECTORY | Fd.NO_FOLLOW | Fd.CLOEXEC;
    private static final int FILE = Fd.NO_FOLLOW | Fd.CLOEXEC;
    private static final int REMOVE_DIR = 0x200;

    private final Fd fd;
    private final Path path;

    private Folder(Fd fd, Path path) {
        this.fd = fd;
        this.path = path;
    }

    /**
     * Opens a directory; only steps before its last may be links. Fails with ENOTDIR where something else stands there.
     */
    public static Folder open(Path dir) {
        return new Folder(Fd.open(dir, OPEN), dir);
    }

    /** Opens a directory in this one. Fails with ENOTDIR where something else stands there, a link for instance. */
    public Folder folder(String name) {
        return new Folder(open(name, OPEN, 0), path.resolve(name));
    }

    /** Makes a directory, {@code mode} less the umask; false where something is there. */
    public boolean makeFolder(String name, int mode) {
        if (LibC.mkdirat(fd.number(), step(name), mode) == 0) {
            return true;
        }
        int errno = Native.getLastError();
        if (errno == Errno.EEXIST.number()) {
            return false;
        }
        throw new PosixException("make", path.resolve(name).toString(), errno);
    }

    /** Makes a file and opens it with {@code flags}; {@code mode} is less the umask. EEXIST if something is there. */
    public Fd makeFile(String name, int flags, int mode) {
        return open(name, FILE | Fd.CREATE | Fd.EXCLUSIVE | flags, mode);
    }

    /** What has this name, a link itself and not its target; nothing is opened. Null where there is nothing. */
    public @Nullable Fd find(String name) {
        try {
            return open(name, FILE | Fd.NAME_ONLY, 0);
        } catch (PosixException e) {
            if (e.is(Errno.ENOENT)) {
                return null;
            }
            throw e;
        }
    }

    /** Removes what is no directory: EISDIR where there is one. Nothing happens where nothing is there. */
    public void removeFile(String name) {
        remove(name, 0);
    }

    /** Removes an empty directory. Nothing happens where nothing is there. */
    public void removeFolder(String name) {
        remove(name, REMOVE_DIR);
    }

    /**
     * Renames into {@code target}, which may be this directory. A directory takes the place of nothing or of an empty
     * directory: else ENOTDIR, ENOTEMPTY. EXDEV where that is another file system.
     */
    public void move(String name, Folder target, String newName) {
        Fd.checked(
                LibC.renameat(fd.number(), step(name), target.fd.number(), step(newName)),
                "move to " + target.path.resolve(newName),
                path.resolve(name).toString());
    }

    /** Sets permission bits, whatever the umask is. */
    public void mode(int mode) {
        fd.mode(mode);
    }

    /** Gives it to somebody. */
    public void owner(int uid, int gid) {
        fd.owner(uid, gid);
    }

    /** What it is and whose. */
    public FileFacts facts() {
        return fd.facts();
    }

    /** A name for this very directory, which holds in this process while it is open. */
    public Path path() {
        return fd.path();
    }

    @Override
    public void close() {
        fd.close();
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private Fd open(String name, int flags, int mode) {
        String where = path.resolve(name).toString();
        int opened;
        do {
            opened = LibC.openat(fd.number(), step(name), flags, mode);
        } while (opened < 0 && Fd.interrupted());
        return new Fd(Fd.checked(opened, "open", where), where);
    }

    private void remove(String name, int flags) {
        if (LibC.unlinkat(fd.number(), step(name), flags) != 0) {
            int errno = Native.getLastError();
            if (errno != Errno.ENOENT.number()) {
                throw new PosixException("remove", path.resolve(name).toString(), errno);
            }
        }
    }

    private static String step(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("not a name in a directory: " + name);
        }
        return name;
    }
}
