package io.outrider.metrics.fingerprint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The small files in which the system tells of itself, below a root. Blocking. */
final class SystemFiles {

    private final Path root;

    SystemFiles(Path root) {
        this.root = root;
    }

    List<String> lines(String file) throws IOException {
        return Files.readAllLines(root.resolve(file));
    }

    /** The stripped content; empty when there is none or it cannot be read. */
    Optional<String> text(String file) {
        try {
            return Optional.of(Files.readString(root.resolve(file)).strip()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The value of the first line {@code key <separator> value}, unquoted. */
    Optional<String> value(String file, String key, String separator) throws IOException {
        return lines(file).stream()
                .map(line -> line.split(separator, 2))
                .filter(parts -> parts.length == 2 && parts[0].strip().equals(key))
                .map(parts -> unquoted(parts[1].strip()))
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
