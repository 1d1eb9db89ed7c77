package io.outrider.agent.cli.fmt;

import io.outrider.agent.IoReasons;
import io.outrider.agent.cli.input.TextInput;
import io.outrider.agent.cli.run.UserException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds, reads and replaces the files that are formatted. */
final class FormattedFiles {

    private static final List<String> ENDINGS = List.of(".nomad", ".hcl", ".nomadvars");

    private FormattedFiles() {}

    /** The file itself, or the files of a directory that are HCL by their names, hidden ones left out; in order. */
    static Set<Path> below(Path path, boolean recursive) {
        if (!Files.isDirectory(path)) {
            return Set.of(path);
        }
        try (Stream<Path> found = Files.find(
                path,
                recursive ? Integer.MAX_VALUE : 1,
                (file, attributes) -> attributes.isRegularFile() && isHcl(path, file))) {
            return new TreeSet<>(found.toList());
        } catch (IOException e) {
            throw new UserException("directory " + path + " cannot be read: " + IoReasons.of(e));
        } catch (UncheckedIOException e) {
            throw new UserException(
                    "directory " + path + " cannot be read: " + IoReasons.of(Objects.requireNonNull(e.getCause())));
        }
    }

    private static boolean isHcl(Path root, Path file) {
        for (Path part : root.relativize(file)) {
            if (part.toString().startsWith(".")) {
                return false;
            }
        }
        String name = String.valueOf(file.getFileName());
        return ENDINGS.stream().anyMatch(name::endsWith);
    }

    static byte[] read(Path file) {
        if (!Files.isRegularFile(file) && Files.exists(file)) {
            throw new UserException("file " + file + " is no regular file");
        }
        return new TextInput(file.toString()).bytes();
    }

    /** Whole or not at all: a full disk or a kill leaves the old file. Mode and owner stay; a link stays a link. */
    static void replace(Path file, byte[] content) {
        Path whole = null;
        try {
            Path real = file.toRealPath();
            Path folder = Objects.requireNonNull(real.getParent());
            if (!Files.isWritable(real)) {
                throw new UserException("file " + file + " cannot be written: permission denied");
            }
            whole = Files.createTempFile(folder, ".outrider-fmt-", ".tmp");
            Files.write(whole, content);
            copyOwner(real, whole);
            Files.move(whole, real, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            remove(whole);
            throw new UserException("file " + file + " cannot be written: " + IoReasons.of(e));
        }
    }

    private static void copyOwner(Path from, Path to) throws IOException {
        PosixFileAttributes old = Files.readAttributes(from, PosixFileAttributes.class);
        PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        PosixFileAttributes now = view.readAttributes();
        if (!now.owner().equals(old.owner())) {
            view.setOwner(old.owner());
        }
        if (!now.group().equals(old.group())) {
            view.setGroup(old.group());
        }
        view.setPermissions(old.permissions());
    }

    private static void remove(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // Its name says what it was.
        }
    }
}
