package io.outrider.drivers.logs.service;

import com.sun.jna.Native;
import io.outrider.drivers.posix.NativeDir;
import io.outrider.drivers.posix.Processes;
import io.outrider.drivers.posix.Signal;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Starts the drain process: this program's own classes, in a session of its own, small. Ends one that is stuck. */
final class DrainLauncher {

    private static final long MAX_LOG_BYTES = 1 << 20;
    private static final int FIRST_WITH_NATIVE_ACCESS = 22;

    private final DrainConfig config;

    DrainLauncher(DrainConfig config) {
        this.config = config;
    }

    /** Returns when it has been started, not when it can be spoken to. Two at once do no harm: one gets the lock. */
    void launch() throws IOException, InterruptedException {
        Files.createDirectories(config.dir());
        // Who can reach the socket can end the flow of every task's output.
        Files.setPosixFilePermissions(config.dir(), PosixFilePermissions.fromString("rwx------"));
        rotateLog();
        ProcessBuilder builder = new ProcessBuilder(command())
                .directory(config.dir().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(config.log().toFile()))
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        builder.environment().put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
        int code = builder.start().waitFor();
        if (code != 0) {
            throw new IOException("cannot start the log drain: setsid ended with " + code + ", see " + config.log());
        }
    }

    /** Kills the drain that holds the lock, if it is one. */
    void killStuck() throws IOException {
        String pid =
                Files.exists(config.lock()) ? Files.readString(config.lock()).trim() : "";
        if (!pid.isEmpty() && isDrain(pid)) {
            Processes.signal(Integer.parseInt(pid), Signal.SIGKILL.number());
        }
    }

    // The pid may be somebody else's by now.
    private boolean isDrain(String pid) throws IOException {
        Path commandLine = Path.of("/proc", pid, "cmdline");
        String command = Files.exists(commandLine) ? Files.readString(commandLine) : "";
        return command.contains(DrainMain.class.getName())
                && command.contains(config.dir().toString());
    }

    private List<String> command() {
        Path folder = NativeDir.use(config.nativeDir());
        List<String> command = new ArrayList<>(List.of("setsid", "-f", java()));
        command.addAll(List.of(
                "-Xms2m",
                "-Xmx16m",
                "-XX:+UseSerialGC",
                "-Xss256k",
                "-XX:TieredStopAtLevel=1",
                "-XX:CICompilerCount=1",
                "-XX:ReservedCodeCacheSize=8m",
                "-XX:MaxDirectMemorySize=8m",
                "-XX:-UsePerfData",
                "-XX:+ExitOnOutOfMemoryError",
                // Debian's default relocates the class archive, which makes 30 MB of it private.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:ArchiveRelocationMode=0",
                "-Djna.nounpack=true",
                "-Djna.boot.library.path=" + folder));
        config.classArchive().ifPresent(archive -> command.add("-XX:SharedArchiveFile=" + archive));
        if (Runtime.version().feature() >= FIRST_WITH_NATIVE_ACCESS) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", classPath(), DrainMain.class.getName()));
        command.addAll(List.of(
                config.dir().toString(),
                config.version(),
                String.valueOf(config.idle().toSeconds())));
        return command;
    }

    // Only what the drain runs: a long class path costs memory.
    private static String classPath() {
        Set<String> places = new LinkedHashSet<>();
        places.add(placeOf(DrainMain.class));
        places.add(placeOf(Native.class));
        return String.join(File.pathSeparator, places);
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot tell where " + type.getName() + " was loaded from", e);
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private void rotateLog() throws IOException {
        if (Files.exists(config.log()) && Files.size(config.log()) > MAX_LOG_BYTES) {
            Path old = config.log().resolveSibling("drain.log.1");
            Files.move(config.log(), old, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
