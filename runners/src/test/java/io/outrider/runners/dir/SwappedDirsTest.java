package io.outrider.runners.dir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.Folder;
import io.outrider.drivers.posix.Mounts;
import io.outrider.runners.dir.AllocDir.BuiltTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands where the agent made something is what a task has put there meanwhile. */
@Timeout(60)
class SwappedDirsTest extends DirsOnDisk {

    @Test
    void aLinkInPlaceOfADirectoryOfATaskIsSetAsideAndNotFollowed() throws IOException {
        run(alloc().build());
        TaskDirs dirs = built(alloc().buildTask("web")).dirs();
        Path outside = Files.createDirectory(temp().resolve("outside"));
        Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("rwx------"));
        Files.delete(dirs.localDir());
        Files.createSymbolicLink(dirs.localDir(), outside);

        built(alloc().buildTask("web"));

        assertThat(mode(dirs.localDir())).isEqualTo("777");
        assertThat(outside).isEmptyDirectory();
        assertThat(mode(outside)).isEqualTo("700");
        assertThat(owner(outside)).isEqualTo(owner(temp()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"link/input", "file"})
    void putDoesNotFollowLinks(String file) throws IOException {
        run(alloc().build());
        TaskDirs dirs = built(alloc().buildTask("web")).dirs();
        Path outside = Files.createDirectory(temp().resolve("outside"));
        Path victim = Files.writeString(outside.resolve("input"), "old");
        Files.createSymbolicLink(dirs.localDir().resolve("link"), outside);
        Files.createSymbolicLink(dirs.localDir().resolve("file"), victim);

        assertThatThrownBy(() -> run(alloc().put("web", file, bytes("new")))).isInstanceOf(DirException.class);
        assertThat(victim).hasContent("old");
    }

    @Test
    void putReplacesOneNameOfAFileAndNotItsOthers() throws IOException {
        run(alloc().build());
        TaskDirs dirs = built(alloc().buildTask("web")).dirs();
        Path victim = Files.writeString(temp().resolve("victim"), "old");
        String before = mode(victim);
        Files.createLink(dirs.localDir().resolve("file"), victim);

        run(alloc().put("web", "file", bytes("new")));

        assertThat(dirs.localDir().resolve("file")).hasContent("new");
        assertThat(victim).hasContent("old");
        assertThat(mode(victim)).isEqualTo(before);
    }

    @Test
    void putDoesNotWaitForAReaderOfAFifo() {
        run(alloc().build());
        TaskDirs dirs = built(alloc().buildTask("web")).dirs();
        Fd.makeFifo(dirs.localDir().resolve("file"), 0666);

        assertThatThrownBy(() -> run(alloc().put("web", "file", bytes("new"))))
                .isInstanceOf(DirException.class)
                .hasMessageContaining("no plain file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"secrets", "private"})
    void aLinkInPlaceOfSecretsIsSetAsideAndNothingIsMountedBehindIt(String name) throws IOException {
        run(alloc().build());
        Path dir = built(alloc().buildTask("web")).dirs().taskDir();
        Path outside = Files.createDirectory(temp().resolve("outside"));
        Files.writeString(outside.resolve("keep"), "kept");
        String before = mode(outside);
        run(alloc().unmount());
        Files.delete(dir.resolve(name));
        Files.createSymbolicLink(dir.resolve(name), outside);

        built(alloc().buildTask("web"));

        assertThat(outside.resolve("keep")).hasContent("kept");
        assertThat(mode(outside)).isEqualTo(before);
        assertThat(Mounts.below(outside.toRealPath())).isEmpty();
        assertThat(Files.isDirectory(dir.resolve(name), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
    }

    @Test
    void asRootAForeignDirectoryThatWasMovedInIsNotGivenAway() throws IOException {
        assumeThat(ROOT).as("needs root").isTrue();
        run(alloc().build());
        Path secret = Files.createDirectory(alloc().shared().resolve("data/of-root"));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rwx------"));
        Files.delete(alloc().shared().resolve("tmp"));
        Files.move(secret, alloc().shared().resolve("tmp"));

        run(alloc().build());

        assertThat(owner(alloc().shared().resolve("tmp"))).isZero();
        assertThat(mode(alloc().shared().resolve("tmp"))).isEqualTo("700");
    }

    @Test
    void asRootMountsBelowLinksAreNotTakenOff() throws IOException {
        assumeThat(ROOT).as("needs root").isTrue();
        run(alloc().build());
        BuiltTask task = built(alloc().buildTask("web"));
        assumeThat(task.secretsInMemory()).as(task.note()).isTrue();
        Path outside = Files.createDirectories(temp().resolve("outside/secrets"));
        Path hidden = alloc().shared().resolve("data/away");
        try (Folder place = Folder.open(outside)) {
            Mounts.mountTmpfs(place, 0700, 1 << 20);
        }
        // The task's folder with its mounts is elsewhere, and a link to somebody's mount has its name.
        Files.move(task.dirs().taskDir(), hidden);
        Files.createSymbolicLink(task.dirs().taskDir(), outside.getParent());

        run(alloc().unmount());

        assertThat(Mounts.below(outside.toRealPath())).hasSize(1);
        assertThat(Mounts.below(alloc().root().toRealPath())).isEmpty();
        try (Fd place = Fd.open(outside, Fd.NAME_ONLY)) {
            Mounts.unmount(place);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"logs", "data", "tmp"})
    void aLinkInPlaceOfASharedDirectoryIsSetAside(String name) throws IOException {
        run(alloc().build());
        Path outside = Files.createDirectory(temp().resolve("outside"));
        Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("rwx------"));
        Files.delete(alloc().shared().resolve(name));
        Files.createSymbolicLink(alloc().shared().resolve(name), outside);

        run(alloc().build());

        assertThat(mode(alloc().shared().resolve(name))).isEqualTo("777");
        assertThat(mode(outside)).isEqualTo("700");
        assertThat(owner(outside)).isEqualTo(owner(temp()));
    }
}
