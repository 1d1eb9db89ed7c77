package io.outrider.runners.dir;

import io.outrider.drivers.posix.Errno;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.Folder;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;

/**
 * Files in directories that tasks can write to. Each step of a path is opened from the handle of the one before and is
 * never a link: what is checked is what is used. What is new is made in a workshop that only this process can write to,
 * and put into its place when it is ready; what a task has put there is never opened.
 */
final class SafeTree {

    private static final int OPEN_TO_ALL = 0777;
    private static final int ONLY_OURS = 0700;

    private SafeTree() {}

    /** Opens the directory that {@code dir} is in. */
    static SecureDirectoryStream<Path> openParent(Path dir) throws IOException {
        Path parent = dir.getParent();
        if (parent == null) {
            throw new IOException(dir + " has no parent");
        }
        DirectoryStream<Path> stream = Files.newDirectoryStream(parent);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("this system cannot open directories by handle: " + parent);
    }

    /** Opens a directory in {@code parent}; a link there is an error. */
    static SecureDirectoryStream<Path> step(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        return parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
    }

    /** Replaces {@code dir/file}, mode 0777, and makes the directories to it where they are missing, the same mode. */
    static void write(Folder workshop, Folder dir, String file, byte[] content) throws IOException {
        Path relative = Path.of(file).normalize();
        if (relative.isAbsolute()
                || relative.startsWith("..")
                || relative.toString().isEmpty()) {
            throw new IOException("\"" + file + "\" is not a path inside " + dir);
        }
        writeBelow(workshop, dir, relative, content);
    }

    private static void writeBelow(Folder workshop, Folder dir, Path relative, byte[] content) throws IOException {
        String first = relative.getName(0).toString();
        if (relative.getNameCount() == 1) {
            writeFile(workshop, dir, first, content);
            return;
        }
        try (Folder next = stepOrMake(workshop, dir, first)) {
            writeBelow(workshop, next, relative.subpath(1, relative.getNameCount()), content);
        }
    }

    private static Folder stepOrMake(Folder workshop, Folder dir, String name) {
        try {
            return dir.folder(name);
        } catch (PosixException e) {
            if (!e.is(Errno.ENOENT)) {
                throw e;
            }
            return made(workshop, dir, name);
        }
    }

    private static Folder made(Folder workshop, Folder dir, String name) {
        String unready = unready();
        workshop.makeFolder(unready, ONLY_OURS);
        Folder made = workshop.folder(unready);
        try {
            made.mode(OPEN_TO_ALL);
            workshop.move(unready, dir, name);
            return made;
        } catch (PosixException e) {
            made.close();
            workshop.removeFolder(unready);
            throw e;
        }
    }

    private static void writeFile(Folder workshop, Folder dir, String name, byte[] content) throws IOException {
        try (Fd there = dir.find(name)) {
            if (there != null && !there.facts().isRegular()) {
                throw new IOException(dir + "/" + name + " is there already and no plain file");
            }
        }
        String unready = unready();
        try (Fd made = workshop.makeFile(unready, Fd.WRITE, ONLY_OURS)) {
            Files.write(made.path(), content);
            made.mode(OPEN_TO_ALL);
            workshop.move(unready, dir, name);
        } catch (PosixException | IOException e) {
            workshop.removeFile(unready);
            throw e;
        }
    }

    private static String unready() {
        return ".making-" + Long.toHexString(System.nanoTime());
    }
}
