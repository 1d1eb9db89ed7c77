package io.outrider.drivers.posix;

import com.sun.jna.Native;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** File systems in memory, and what is mounted where. All of it blocks, though not for long. */
public final class Mounts {

    private static final long NOSUID = 2;
    private static final long NODEV = 4;
    private static final long NOEXEC = 8;
    private static final int DETACH = 2;
    private static final Path TABLE = Path.of("/proc/self/mountinfo");
    private static final int MOUNT_POINT = 4;

    static {
        Native.register(Mounts.class, "c");
    }

    private Mounts() {}

    /**
     * Mounts an empty file system of at most {@code bytes} in memory over an open directory, wherever its name leads by
     * now; nothing in it can be executed. Fails with EPERM where this process may not mount.
     */
    public static void mountTmpfs(Folder dir, int mode, long bytes) {
        String options = "size=" + bytes + ",mode=" + Integer.toOctalString(mode);
        long flags = NOSUID | NODEV | NOEXEC;
        check(mount("tmpfs", dir.path().toString(), "tmpfs", flags, options), "mount", Path.of(dir.toString()));
    }

    /**
     * Takes off the mount whose topmost place {@code point} stands for, also while it is used, wherever its name leads
     * by now. Fails with EINVAL where that is no mount.
     */
    public static void unmount(Fd point) {
        // By a link of the kernel's own, which leads to nothing else.
        check(umount2(point.path().toString(), DETACH), "umount", Path.of(point.toString()));
    }

    /** Mount points at or below {@code dir}, a real path, the innermost and latest first; one twice for two mounts. */
    public static List<Path> below(Path dir) throws IOException {
        String written = escape(dir.toString());
        String table = new String(Files.readAllBytes(TABLE), StandardCharsets.UTF_8);
        List<Path> found = new ArrayList<>();
        table.lines().filter(line -> line.contains(written)).forEach(line -> {
            Path point = Path.of(unescape(line.split(" ")[MOUNT_POINT]));
            if (point.startsWith(dir)) {
                found.add(0, point);
            }
        });
        return found;
    }

    /** The kernel writes blanks, tabs, newlines and backslashes as a backslash and three octal digits. */
    private static String escape(String path) {
        return path.replace("\\", "\\134")
                .replace(" ", "\\040")
                .replace("\t", "\\011")
                .replace("\n", "\\012");
    }

    private static String unescape(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }

    private static void check(int result, String call, Path dir) {
        if (result != 0) {
            throw new PosixException(call, dir.toString(), Native.getLastError());
        }
    }

    // CHECKSTYLE OFF: ParameterNumber because the kernel decides what its calls take
    private static native int mount(String source, String target, String type, long flags, String options);
    // CHECKSTYLE ON: ParameterNumber

    private static native int umount2(String target, int flags);
}
