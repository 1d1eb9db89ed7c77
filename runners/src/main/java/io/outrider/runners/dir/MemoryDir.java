package io.outrider.runners.dir;

import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.Folder;
import io.outrider.drivers.posix.Mounts;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;

/** Directories for secrets: in memory where this process may mount, else plain ones. */
final class MemoryDir {

    private static final long BYTES = 1 << 20;
    private static final int MARKER_MODE = 0644;
    private static final String MARKER = ".nomad-mount";

    private final Ownership ownership;

    MemoryDir(Ownership ownership) {
        this.ownership = ownership;
    }

    /**
     * Makes the directory {@code name} in {@code parent} unless it is there; a mount that was lost with a reboot is
     * made again. Tasks can write in {@code parent}: the mount goes over the very directory that was looked at, and
     * counts only if it is found in its place. Returns why it is not in memory, for people; empty when it is.
     */
    String make(Folder workshop, Folder parent, String name, int mode) throws IOException {
        if (isMounted(parent, name)) {
            return "";
        }
        ownership.make(workshop, parent, name, mode);
        if (!ownership.root()) {
            return "secrets are kept on disk: only root can mount a file system in memory";
        }
        try (Folder dir = parent.folder(name)) {
            Mounts.mountTmpfs(dir, mode, BYTES);
        } catch (PosixException e) {
            return "secrets are kept on disk: " + e.getMessage();
        }
        if (!isMounted(parent, name)) {
            throw new IOException(parent + "/" + name + " was replaced while a file system was mounted there");
        }
        mark(parent, name);
        return "";
    }

    private static boolean isMounted(Folder parent, String name) {
        try (Fd found = parent.find(name)) {
            // Only root could have mounted something.
            return found != null
                    && found.facts().isDirectory()
                    && found.facts().device() != parent.facts().device();
        }
    }

    private static void mark(Folder parent, String name) {
        try (Folder mounted = parent.folder(name)) {
            mounted.makeFile(MARKER, Fd.WRITE, MARKER_MODE).close();
        }
    }
}
