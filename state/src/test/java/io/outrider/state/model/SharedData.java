package io.outrider.state.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** The recorded data beside the project. */
public final class SharedData {
    private SharedData() {}

    /** A folder of the data; missing: an error under CI, elsewhere the test is skipped with a message. */
    public static Path folder(String name) {
        Path folder = Path.of(System.getProperty("outrider.root"), "..", "shared", name)
                .toAbsolutePath()
                .normalize();
        if (!Files.isDirectory(folder)) {
            String message = "recorded data is missing: " + folder;
            if (System.getenv("CI") != null) {
                throw new IllegalStateException(message);
            }
            Assumptions.abort(message);
        }
        return folder;
    }

    /** Files of a folder by glob, sorted. */
    public static List<Path> files(String folder, String glob) {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder(folder), glob)) {
            found.forEach(files::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.sort(null);
        return files;
    }
}
