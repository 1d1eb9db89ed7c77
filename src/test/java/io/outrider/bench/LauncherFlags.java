package io.outrider.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How the launcher really starts its JVM, read from one that lives, so that a measured agent has the same flags and the
 * same class-data archive.
 */
final class LauncherFlags {

    private static final String CLASS_PATH = "-cp";
    private static final String FOLDER = LauncherFlags.class.getPackageName().replace('.', '/');

    private final List<String> command;

    private LauncherFlags(List<String> command) {
        this.command = command;
    }

    /** Of the JVM that the launcher has become. */
    static LauncherFlags of(long pid, Path dir) throws IOException {
        byte[] raw = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline"));
        List<String> words = List.of(new String(raw, StandardCharsets.UTF_8).split("\0"));
        int at = words.indexOf(CLASS_PATH);
        if (at < 0) {
            throw new AssertionError("the launcher's JVM has no class path: " + words);
        }
        List<String> command = new ArrayList<>(words.subList(0, at));
        command.add(CLASS_PATH);
        command.add(words.get(at + 1) + ":" + mains(dir));
        return new LauncherFlags(command);
    }

    /** Our main classes alone: a test's class path also has a set-up of Logback, which would be found. */
    private static Path mains(Path dir) throws IOException {
        Path from = Path.of(AgentMain.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .resolve(FOLDER);
        Path classes = dir.resolve("classes");
        Files.createDirectories(classes.resolve(FOLDER));
        try (Stream<Path> found = Files.list(from)) {
            for (Path file : found.toList()) {
                Files.copy(file, classes.resolve(FOLDER).resolve(file.getFileName()));
            }
        }
        return classes;
    }

    /** Starts another main class; its errors go to ours. */
    Process start(Class<?> main, String... args) {
        List<String> words = new ArrayList<>(command);
        words.add(main.getName());
        words.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
        // The launcher exports it.
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        try {
            return builder.start();
        } catch (IOException e) {
            throw new AssertionError("cannot start " + words, e);
        }
    }

    @Override
    public String toString() {
        return String.join(" ", command);
    }
}
