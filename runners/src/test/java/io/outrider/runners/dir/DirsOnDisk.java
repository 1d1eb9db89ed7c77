package io.outrider.runners.dir;

import io.outrider.runners.dir.AllocDir.BuiltTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What tests of alloc directories start from: one alloc {@code a1} on a real disk, which is removed at the end. */
abstract class DirsOnDisk {

    static final boolean ROOT = Ownership.ofProcess().root();

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path temp;

    private AllocDir alloc;

    @BeforeEach
    void setUp() throws IOException {
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxrwxrwx"));
        alloc = dirs(Ownership.ofProcess()).of("a1");
    }

    @AfterEach
    void tearDown() {
        run(alloc.destroy());
    }

    /** Open to everybody. */
    Path temp() {
        return temp;
    }

    AllocDir alloc() {
        return alloc;
    }

    AllocDirs dirs(Ownership ownership) {
        return new AllocDirs(temp.resolve("allocs"), temp.resolve("logs"), ownership, Schedulers.immediate());
    }

    static <T> void run(Mono<T> work) {
        work.block(PATIENCE);
    }

    static BuiltTask built(Mono<BuiltTask> work) {
        return Objects.requireNonNull(work.block(PATIENCE));
    }

    /** Octal, without the type. */
    static String mode(Path path) throws IOException {
        int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        return Integer.toOctalString(mode & 07777);
    }

    static int owner(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
