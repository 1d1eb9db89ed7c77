package io.outrider.jobspec.hcl.function;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** What the file functions of a job file may see. */
public sealed interface FileAccess {
    /** Nothing: the functions fail. */
    static FileAccess none() {
        return new None();
    }

    /** Files, names relative to a directory; {@code ~} is the home directory of the process. */
    static FileAccess below(Path directory) {
        return below(directory, System.getProperty("user.home"));
    }

    /** The same with another home directory. */
    static FileAccess below(Path directory, String home) {
        return new Below(Objects.requireNonNull(directory, "directory"), Objects.requireNonNull(home, "home"));
    }

    /** What {@code ~} stands for. */
    default String home() {
        return "~";
    }

    /** The absolute path of a name. */
    Path resolve(String name) throws IOException;

    /** The bytes of a file, at most {@code limit} of them; a larger file is an IOException. */
    default byte[] read(String name, int limit) throws IOException {
        Path path = resolve(name);
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException("failed to read file \"" + name + "\": it is "
                    + (Files.isDirectory(path) ? "a directory" : "not a regular file"));
        }
        try (InputStream content = Files.newInputStream(path)) {
            byte[] bytes = content.readNBytes(limit + 1);
            if (bytes.length > limit) {
                throw new IOException("the file is larger than " + limit + " bytes");
            }
            return bytes;
        }
    }

    /**
     * Regular files below a directory, relative names, sorted. What may not be read below it is left out; more than
     * {@value FileTree#MOST} files and directories are an IOException.
     */
    default List<Path> list(String directory) throws IOException {
        Path root = resolve(directory);
        if (Files.isRegularFile(root)) {
            throw new NotDirectoryException(directory);
        }
        return FileTree.below(root);
    }

    /** No files at all. */
    record None() implements FileAccess {
        @Override
        public Path resolve(String name) throws IOException {
            throw new IOException("filesystem function disabled");
        }
    }

    /** The machine's files. */
    record Below(Path directory, String home) implements FileAccess {
        @Override
        public Path resolve(String name) {
            return directory.resolve(name).toAbsolutePath().normalize();
        }
    }
}
