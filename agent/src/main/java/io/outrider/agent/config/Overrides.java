package io.outrider.agent.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the command line says of an agent; it counts over all files.
 *
 * @param dev whether it is one to try things with: it needs nothing, and takes its jobs with it
 * @param files config files and folders of them, in order
 * @param bind address to listen on
 * @param port 0 for any
 * @param dataDir where it keeps everything
 * @param logLevel as given
 * @param node name of the node
 */
public record Overrides(
        boolean dev,
        List<Path> files,
        Optional<String> bind,
        OptionalInt port,
        Optional<Path> dataDir,
        Optional<String> logLevel,
        Optional<String> node) {

    public Overrides {
        files = List.copyOf(files);
    }

    void addTo(Settings settings) {
        bind.ifPresent(value -> put(settings, "addresses.http", Kind.TEXT, value));
        // Zero means any port here, and no port in a file.
        port.ifPresent(value -> put(settings, "ports.http", Kind.COUNT, (long) value));
        dataDir.ifPresent(value -> put(settings, "data_dir", Kind.TEXT, value.toString()));
        logLevel.ifPresent(value -> put(settings, "log_level", Kind.TEXT, value));
        node.ifPresent(value -> put(settings, "name", Kind.TEXT, value));
    }

    private static void put(Settings settings, String path, Kind kind, Object value) {
        settings.put(path, new Given(kind, value, null));
    }
}
