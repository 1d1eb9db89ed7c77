package io.outrider.drivers.logs.service;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a drain process is found, started and spoken to.
 *
 * @param dir of its lock, socket and log; the same for every start of an agent. Short: a socket's path has 107 bytes
 * @param nativeDir where JNA's native part is unpacked once
 * @param version of this program; a drain of another version is replaced
 * @param classArchive a class-data archive for the drain, made with its flags; empty: the JDK's own
 * @param idle how long a drain without agent and tasks lives
 * @param requestTimeout how long an answer may take; settling and detaching too
 */
public record DrainConfig(
        Path dir, Path nativeDir, String version, Optional<Path> classArchive, Duration idle, Duration requestTimeout) {

    // The kernel's limit, less the final zero.
    private static final int MAX_SOCKET_PATH = 107;
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    public DrainConfig {
        dir = dir.toAbsolutePath();
        int length = dir.resolve(DrainMain.SOCKET).toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_SOCKET_PATH) {
            throw new IllegalArgumentException("the log drain's socket would have a path of " + length + " bytes ("
                    + MAX_SOCKET_PATH + " are allowed): choose a shorter directory than " + dir);
        }
    }

    /** With the usual times and the JDK's own archive. */
    public static DrainConfig of(Path dir, Path nativeDir, String version) {
        return new DrainConfig(dir, nativeDir, version, Optional.empty(), IDLE, REQUEST_TIMEOUT);
    }

    Path socket() {
        return dir.resolve(DrainMain.SOCKET);
    }

    Path lock() {
        return dir.resolve(DrainMain.LOCK);
    }

    Path log() {
        return dir.resolve("drain.log");
    }
}
