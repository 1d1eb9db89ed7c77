package io.outrider.runners.dir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Whom the directories of tasks belong to. As root they are given to nobody, so that tasks of any user can use them; a
 * process of another user can only make its own.
 *
 * @param root whether this process is root
 */
public record Ownership(boolean root) {

    private static final int NOBODY = 65534;
    private static final int PERMISSIONS = 07777;

    /** What holds for this process. */
    public static Ownership ofProcess() {
        try {
            return new Ownership(Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")));
        } catch (IOException e) {
            return new Ownership(false);
        }
    }

    /** Makes a directory, or corrects mode and owner of the one that is there. Never follows a link at its place. */
    void give(Path dir, int mode) throws IOException {
        make(dir, mode);
        if (root) {
            Files.setAttribute(dir, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(dir, "unix:gid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** The same for a directory that stays this process's own. */
    void make(Path dir, int mode) throws IOException {
        if (!Files.isDirectory(dir, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(dir);
        }
        int there = (int) Files.getAttribute(dir, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        if ((there & PERMISSIONS) != mode) {
            Files.setAttribute(dir, "unix:mode", mode, LinkOption.NOFOLLOW_LINKS);
        }
    }
}
