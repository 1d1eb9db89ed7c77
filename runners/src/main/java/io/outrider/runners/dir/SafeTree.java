package io.outrider.runners.dir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files in directories that tasks can write to. Each step of a path is opened from the handle of the one before and is
 * never a link: what is checked is what is used.
 */
final class SafeTree {

    private static final Set<OpenOption> REPLACE = Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING,
            LinkOption.NOFOLLOW_LINKS);

    private SafeTree() {}

    /** Opens {@code dir}, whose own last step is no link. */
    static SecureDirectoryStream<Path> open(Path dir) throws IOException {
        try (SecureDirectoryStream<Path> parent = openParent(dir)) {
            return step(parent, dir.getFileName());
        }
    }

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
    static void write(Path dir, String file, byte[] content) throws IOException {
        Path relative = Path.of(file).normalize();
        if (relative.isAbsolute()
                || relative.startsWith("..")
                || relative.toString().isEmpty()) {
            throw new IOException("\"" + file + "\" is not a path inside " + dir);
        }
        try (SecureDirectoryStream<Path> top = open(dir)) {
            write(top, dir, relative, content);
        }
    }

    private static void write(SecureDirectoryStream<Path> dir, Path where, Path relative, byte[] content)
            throws IOException {
        Path first = relative.getName(0);
        if (relative.getNameCount() == 1) {
            writeFile(dir, first, content);
            return;
        }
        try (SecureDirectoryStream<Path> next = stepOrMake(dir, where.resolve(first))) {
            write(next, where.resolve(first), relative.subpath(1, relative.getNameCount()), content);
        }
    }

    /** Java cannot make a directory by handle: a link put in the way meanwhile gets us an error when it is opened. */
    private static SecureDirectoryStream<Path> stepOrMake(SecureDirectoryStream<Path> dir, Path made)
            throws IOException {
        Path name = made.getFileName();
        try {
            return step(dir, name);
        } catch (NoSuchFileException missing) {
            makeDirectory(made);
            SecureDirectoryStream<Path> next = step(dir, name);
            permit(next.getFileAttributeView(PosixFileAttributeView.class));
            return next;
        }
    }

    private static void makeDirectory(Path made) throws IOException {
        try {
            Files.createDirectory(made);
        } catch (FileAlreadyExistsException e) {
            // Somebody was faster; it is opened as what it is.
            return;
        }
    }

    private static void writeFile(SecureDirectoryStream<Path> dir, Path name, byte[] content) throws IOException {
        try (SeekableByteChannel channel = dir.newByteChannel(name, REPLACE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        }
        permit(dir.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS));
    }

    private static void permit(PosixFileAttributeView view) throws IOException {
        view.setPermissions(PosixFilePermissions.fromString("rwxrwxrwx"));
    }
}
