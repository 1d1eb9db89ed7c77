package io.outrider.runners.dir;

import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.Folder;
import io.outrider.drivers.posix.Mounts;
import io.outrider.drivers.posix.PosixException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Removes a tree that tasks have written to: first its mounts, then by handle what is in it, so that neither a link nor
 * a bind mount leads outside. Goes on after errors and tells them together. Used once, on one thread.
 */
public final class TreeRemoval {

    /** Deeper directories are moved up before they are entered: no depth exhausts stack or descriptors. */
    private static final int MAX_DEPTH = 64;

    private static final int MAX_TOLD = 5;
    private static final Set<PosixFilePermission> OWNER_ALL = PosixFilePermissions.fromString("rwx------");

    private final Path root;
    private final Ownership ownership;
    private final List<IOException> errors = new ArrayList<>();
    private final Set<Path> stillMounted = new HashSet<>();
    private int lifted;

    TreeRemoval(Path root, Ownership ownership) {
        this.root = root;
        this.ownership = ownership;
    }

    /**
     * Removes {@code root} and all in it; where nothing is there, nothing happens. Blocks; fails when something stays.
     */
    public static void remove(Path root) throws IOException {
        new TreeRemoval(root, Ownership.ofProcess()).run();
    }

    void run() throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        unmountAll();
        try (SecureDirectoryStream<Path> parent = SafeTree.openParent(root)) {
            removeRoot(parent);
        } catch (NoSuchFileException gone) {
            // Somebody else removed it, which is as good.
            return;
        } catch (IOException e) {
            errors.add(e);
        }
        if (!errors.isEmpty()) {
            throw failure("could not remove all of ");
        }
    }

    /** Only the mounts; the tree stays. */
    void unmount() throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        unmountAll();
        if (!errors.isEmpty()) {
            throw failure("could not take off all mounts below ");
        }
    }

    private void unmountAll() throws IOException {
        Path real = root.toRealPath();
        for (Path point : Mounts.below(real)) {
            try {
                unmount(real, point);
            } catch (PosixException e) {
                stillMounted.add(root.resolve(real.relativize(point)));
                errors.add(new IOException(e.getMessage(), e));
            }
        }
    }

    /** Step by step by open handles: a task may have swapped a directory on the way for a link to anywhere. */
    private static void unmount(Path real, Path point) {
        Path start = Objects.requireNonNull(real.getParent(), "folder of allocs");
        try (Folder top = Folder.open(start)) {
            unmountBelow(top, start.relativize(point));
        }
    }

    private static void unmountBelow(Folder dir, Path rest) {
        String first = rest.getName(0).toString();
        if (rest.getNameCount() > 1) {
            try (Folder next = dir.folder(first)) {
                unmountBelow(next, rest.subpath(1, rest.getNameCount()));
            }
            return;
        }
        try (Fd point = dir.find(first)) {
            // Moved away since the table was read: no longer below, or found under its new name when that is removed.
            if (point != null) {
                Mounts.unmount(point);
            }
        }
    }

    private void removeRoot(SecureDirectoryStream<Path> parent) throws IOException {
        int before;
        do {
            before = lifted;
            try (SecureDirectoryStream<Path> top = open(parent, root)) {
                new Walk(top).clear(top, root, 0);
            }
        } while (lifted > before);
        if (errors.isEmpty()) {
            parent.deleteDirectory(root.getFileName());
        }
    }

    /** Opens a directory and sees to it that what is in it can be removed. */
    private SecureDirectoryStream<Path> open(SecureDirectoryStream<Path> parent, Path dir) throws IOException {
        SecureDirectoryStream<Path> stream;
        try {
            stream = SafeTree.step(parent, dir.getFileName());
        } catch (AccessDeniedException e) {
            if (ownership.root()) {
                throw e;
            }
            // Follows links, but as no more than the user that the tasks are anyway.
            Files.setPosixFilePermissions(dir, OWNER_ALL);
            stream = SafeTree.step(parent, dir.getFileName());
        }
        if (!ownership.root()) {
            permit(stream);
        }
        return stream;
    }

    private static void permit(SecureDirectoryStream<Path> dir) {
        try {
            dir.getFileAttributeView(PosixFileAttributeView.class).setPermissions(OWNER_ALL);
        } catch (IOException e) {
            // Not ours: what cannot be removed for it says so by itself.
            return;
        }
    }

    private DirException failure(String what) {
        String told = errors.stream().limit(MAX_TOLD).map(DirException::text).collect(Collectors.joining("; "));
        int more = errors.size() - MAX_TOLD;
        String message = what + root + ": " + told + (more > 0 ? "; and " + more + " more" : "");
        DirException failure = new DirException(message, errors.get(0));
        errors.stream().skip(1).limit(MAX_TOLD).forEach(failure::addSuppressed);
        return failure;
    }

    /** One pass through the tree. */
    private final class Walk {

        private final SecureDirectoryStream<Path> top;

        Walk(SecureDirectoryStream<Path> top) {
            this.top = top;
        }

        void clear(SecureDirectoryStream<Path> dir, Path path, int depth) {
            for (Path entry : dir) {
                Path child = path.resolve(entry.getFileName());
                try {
                    remove(dir, child, depth + 1);
                } catch (NoSuchFileException gone) {
                    continue;
                } catch (IOException e) {
                    errors.add(new IOException(child + ": " + e.getMessage(), e));
                }
            }
        }

        private void remove(SecureDirectoryStream<Path> parent, Path path, int depth) throws IOException {
            Path name = path.getFileName();
            boolean directory = parent.getFileAttributeView(
                            name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .isDirectory();
            if (!directory) {
                parent.deleteFile(name);
            } else if (depth > MAX_DEPTH) {
                parent.move(name, top, Path.of(".removing-" + lifted));
                lifted++;
            } else if (!stillMounted.contains(path)) {
                removeDirectory(parent, path, depth);
            }
        }

        private void removeDirectory(SecureDirectoryStream<Path> parent, Path path, int depth) throws IOException {
            int before = errors.size();
            try (SecureDirectoryStream<Path> dir = open(parent, path)) {
                clear(dir, path, depth);
            }
            if (errors.size() == before) {
                parent.deleteDirectory(path.getFileName());
            }
        }
    }
}
