package io.outrider.drivers.host;

import io.outrider.drivers.DriverException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The programs of the system that supervision uses, by absolute path: a task's PATH must not decide. */
public final class Tools {

    private static final String FALLBACK = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private final List<Path> path;

    /** @param path the agent's PATH; system folders are searched behind it */
    public Tools(String path) {
        this.path = Arrays.stream((path + ":" + FALLBACK).split(":"))
                .filter(folder -> folder.startsWith("/"))
                .map(Path::of)
                .distinct()
                .toList();
    }

    /** The first executable of this name; one with a slash is only itself. */
    public Optional<Path> find(String name) {
        try {
            if (name.contains("/")) {
                return Optional.of(Path.of(name)).filter(Tools::isProgram);
            }
            return path.stream()
                    .map(folder -> folder.resolve(name))
                    .filter(Tools::isProgram)
                    .findFirst();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** The same for what must be there. */
    public String need(String name, String from) {
        return find(name)
                .map(Path::toString)
                .orElseThrow(() -> new DriverException(
                        DriverException.Kind.FATAL,
                        "tasks cannot be started: the program " + name + " is not on this machine; install " + from));
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
