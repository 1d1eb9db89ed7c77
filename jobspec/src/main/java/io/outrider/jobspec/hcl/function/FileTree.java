package io.outrider.jobspec.hcl.function;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files below a directory. */
final class FileTree extends SimpleFileVisitor<Path> {
    /** To look at more would take longer than anybody waits for a job file. */
    static final int MOST = 100_000;

    private static final int MAX_DEPTH = 32;

    private final Path root;
    private final List<Path> files = new ArrayList<>();
    private int seen;

    private FileTree(Path root) {
        this.root = root;
    }

    /** Regular files by their names from the directory, sorted. */
    static List<Path> below(Path root) throws IOException {
        FileTree tree = new FileTree(root);
        Files.walkFileTree(root, Set.of(), MAX_DEPTH, tree);
        Collections.sort(tree.files);
        return tree.files;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
        count();
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        count();
        if (Files.isRegularFile(file)) {
            files.add(root.relativize(file));
        }
        return FileVisitResult.CONTINUE;
    }

    private void count() throws IOException {
        if (++seen > MOST) {
            throw new IOException("there are more than " + MOST + " files below " + root);
        }
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
        if (file.equals(root)) {
            throw failed;
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failed) {
        return FileVisitResult.CONTINUE;
    }
}
