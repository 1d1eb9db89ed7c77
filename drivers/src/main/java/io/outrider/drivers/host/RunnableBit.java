package io.outrider.drivers.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;

/**
 * Makes a task's program runnable by everybody, but only a regular file that really lies in the task's directory: the
 * task writes there too, and a link of its making must not change the mode of somebody else's file.
 */
final class RunnableBit {

    private static final Set<PosixFilePermission> RUNNABLE = PosixFilePermissions.fromString("r-xr-xr-x");

    private RunnableBit() {}

    /** Leaves alone what links lead out of the directory. */
    static void set(Path taskDir, Path program) throws IOException {
        Path real = program.toRealPath();
        Path within = taskDir.toRealPath();
        if (!real.startsWith(within) || real.equals(within)) {
            return;
        }
        try (DirectoryStream<Path> dir = Files.newDirectoryStream(within)) {
            // Linux always gives a secure one.
            if (dir instanceof SecureDirectoryStream<Path> secure) {
                descend(secure, within.relativize(real).iterator());
            }
        }
    }

    /** Step by step by open handles: what is swapped for a link on the way is an error, and not followed. */
    private static void descend(SecureDirectoryStream<Path> dir, Iterator<Path> names) throws IOException {
        Path name = names.next();
        if (names.hasNext()) {
            try (SecureDirectoryStream<Path> next = dir.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                descend(next, names);
            }
            return;
        }
        PosixFileAttributeView file =
                dir.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        PosixFileAttributes now = file.readAttributes();
        if (now.isRegularFile() && !now.permissions().containsAll(RUNNABLE)) {
            Set<PosixFilePermission> mode = EnumSet.copyOf(RUNNABLE);
            mode.addAll(now.permissions());
            file.setPermissions(mode);
        }
    }
}
