package io.outrider.agent.cli.run;

import io.outrider.agent.IoReasons;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a run keeps its state, logs and files.
 *
 * @param path the directory
 * @param fresh whether it was made for this run and goes with it
 */
public record DataDir(Path path, boolean fresh) {

    /** The given one, or a fresh one that other users may pass through but not list: tasks may run as one of them. */
    public static DataDir of(Optional<Path> given) {
        if (given.isPresent()) {
            return new DataDir(given.get(), false);
        }
        try {
            Path made = Files.createTempDirectory("outrider-");
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx--x--x"));
            return new DataDir(made, true);
        } catch (IOException e) {
            Path place = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
            throw new UserException("no fresh directory can be made in " + place + ": " + IoReasons.of(e) + "; "
                    + IoReasons.advice(e, place) + " with TMPDIR or -data-dir");
        }
    }

    /** Removes a fresh one. The alloc directories in it have been removed before, so it holds only our own files. */
    void remove() throws IOException {
        if (!fresh) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException error) throws IOException {
                if (error != null) {
                    throw error;
                }
                Files.delete(dir);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
