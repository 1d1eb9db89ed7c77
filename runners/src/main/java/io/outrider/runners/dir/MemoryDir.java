package io.outrider.runners.dir;

import io.outrider.drivers.posix.Mounts;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Directories for secrets: in memory where this process may mount, else plain ones. */
final class MemoryDir {

    private static final long BYTES = 1 << 20;
    private static final String MARKER = ".nomad-mount";

    private final Ownership ownership;

    MemoryDir(Ownership ownership) {
        this.ownership = ownership;
    }

    /**
     * Makes the directory unless it is there; a mount that was lost with a reboot is made again. Returns why it is not
     * in memory, for people; empty when it is.
     */
    String make(Path dir, int mode) throws IOException {
        ownership.make(dir, mode);
        if (!ownership.root()) {
            return "secrets are kept on disk: only root can mount a file system in memory";
        }
        boolean mounted = !device(dir).equals(device(dir.resolveSibling(".")));
        return mounted ? "" : mount(dir, mode);
    }

    private static String mount(Path dir, int mode) throws IOException {
        try {
            Mounts.mountTmpfs(dir, mode, BYTES);
        } catch (PosixException e) {
            return "secrets are kept on disk: " + e.getMessage();
        }
        Files.createFile(dir.resolve(MARKER));
        return "";
    }

    private static Object device(Path dir) throws IOException {
        return Files.getAttribute(dir, "unix:dev", LinkOption.NOFOLLOW_LINKS);
    }
}
