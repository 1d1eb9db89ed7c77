package io.outrider.runners.dir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.drivers.TaskConfig.TaskDirs;
import io.outrider.drivers.logs.LogFolders;
import io.outrider.drivers.posix.Fd;
import io.outrider.drivers.posix.Mounts;
import io.outrider.runners.dir.AllocDir.BuiltTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalAllocDirTest extends DirsOnDisk {

    @Test
    void buildMakesTheSharedTreeWithModesAndNoTask() throws IOException {
        run(alloc().build());

        assertThat(mode(temp().resolve("allocs"))).isEqualTo("711");
        assertThat(mode(alloc().root())).isEqualTo("755");
        for (String shared : new String[] {"", "data", "logs", "tmp"}) {
            assertThat(mode(alloc().shared().resolve(shared))).as(shared).isEqualTo("777");
        }
        try (var entries = Files.list(alloc().root())) {
            assertThat(entries).containsExactly(alloc().shared());
        }
        assertThat(alloc().logs())
                .isEqualTo(new LogFolders(alloc().root().resolve("alloc/logs"), temp().resolve("logs/a1")));
    }

    @Test
    void buildTaskMakesItsDirectoriesWithModes() throws IOException {
        run(alloc().build());
        TaskDirs dirs = built(alloc().buildTask("web")).dirs();

        assertThat(dirs).isEqualTo(alloc().task("web"));
        assertThat(mode(dirs.taskDir())).isEqualTo("777");
        assertThat(mode(dirs.localDir())).isEqualTo("777");
        assertThat(mode(dirs.taskDir().resolve("tmp"))).isEqualTo("1777");
        assertThat(mode(dirs.taskDir().resolve("private"))).isEqualTo("700");
        assertThat(mode(dirs.secretsDir())).isEqualTo(ROOT ? "777" : "700");
    }

    @Test
    void asRootEverythingOfTasksBelongsToNobody() throws IOException {
        assumeThat(ROOT).as("needs root").isTrue();
        run(alloc().build());
        TaskDirs dirs = built(alloc().buildTask("web")).dirs();

        assertThat(owner(alloc().root())).isZero();
        assertThat(owner(alloc().shared().resolve("data"))).isEqualTo(65534);
        assertThat(owner(dirs.localDir())).isEqualTo(65534);
        assertThat(owner(dirs.taskDir().resolve("private"))).isZero();
    }

    @Test
    void asRootSecretsAreInMemoryAndMountedOnce() throws IOException {
        assumeThat(ROOT).as("needs root").isTrue();
        run(alloc().build());
        BuiltTask first = built(alloc().buildTask("web"));
        assumeThat(first.secretsInMemory()).as(first.note()).isTrue();
        Files.writeString(first.dirs().secretsDir().resolve("token"), "s3cret");

        built(alloc().buildTask("web"));

        assertThat(Mounts.below(alloc().root().toRealPath())).hasSize(2);
        assertThat(first.dirs().secretsDir().resolve("token")).hasContent("s3cret");
        assertThat(Files.getFileStore(first.dirs().secretsDir()).type()).isEqualTo("tmpfs");
        run(alloc().destroy());
        assertThat(Mounts.below(alloc().root().getParent().toRealPath())).isEmpty();
    }

    @Test
    void unmountLeavesFilesAndNoMounts() throws IOException {
        assumeThat(ROOT).as("needs root").isTrue();
        run(alloc().build());
        BuiltTask task = built(alloc().buildTask("web"));
        assumeThat(task.secretsInMemory()).as(task.note()).isTrue();
        Files.writeString(task.dirs().secretsDir().resolve("token"), "s3cret");
        Files.writeString(task.dirs().localDir().resolve("kept"), "here");

        run(alloc().unmount());
        run(alloc().unmount());

        assertThat(Mounts.below(alloc().root().toRealPath())).isEmpty();
        assertThat(task.dirs().secretsDir()).isEmptyDirectory();
        assertThat(task.dirs().localDir().resolve("kept")).hasContent("here");
    }

    @Test
    void aMountLostWithARebootIsMadeAgain() throws IOException {
        assumeThat(ROOT).as("needs root").isTrue();
        run(alloc().build());
        BuiltTask before = built(alloc().buildTask("web"));
        assumeThat(before.secretsInMemory()).as(before.note()).isTrue();
        try (Fd secrets = Fd.open(before.dirs().secretsDir(), Fd.NAME_ONLY)) {
            Mounts.unmount(secrets);
        }

        assertThat(built(alloc().buildTask("web")).secretsInMemory()).isTrue();
        assertThat(Files.getFileStore(before.dirs().secretsDir()).type()).isEqualTo("tmpfs");
    }

    @Test
    void anOtherUserBuildsAndRemovesItsOwnAndIsToldWhereSecretsAre() {
        assumeThat(ROOT).as("needs root, to become nobody").isTrue();
        AllocDir own = dirs(new Ownership(false)).of("a2");

        AsNobody.run(() -> {
            run(own.build());
            BuiltTask task = built(own.buildTask("web"));
            assertThat(task.secretsInMemory()).isFalse();
            assertThat(task.note()).contains("only root");
            closeToEverybody(task.dirs().localDir());
            run(own.destroy());
        });

        assertThat(own.root()).doesNotExist();
    }

    private static void closeToEverybody(Path local) {
        try {
            Path closed = Files.createDirectories(local.resolve("closed/inner"));
            Files.writeString(closed.resolve("file"), "x");
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
            Files.setPosixFilePermissions(closed.getParent(), PosixFilePermissions.fromString("---------"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void buildAgainRepairsWhatIsMissingAndKeepsContent() throws IOException {
        run(alloc().build());
        TaskDirs dirs = built(alloc().buildTask("web")).dirs();
        Files.writeString(dirs.localDir().resolve("kept"), "yes");
        Files.delete(dirs.taskDir().resolve("tmp"));
        Files.setPosixFilePermissions(dirs.localDir(), PosixFilePermissions.fromString("rwx------"));

        run(alloc().build());
        built(alloc().buildTask("web"));

        assertThat(dirs.localDir().resolve("kept")).hasContent("yes");
        assertThat(mode(dirs.taskDir().resolve("tmp"))).isEqualTo("1777");
        assertThat(mode(dirs.localDir())).isEqualTo("777");
    }

    @Test
    void aTaskWithoutBuiltAllocIsRefused() {
        assertThatThrownBy(() -> run(alloc().buildTask("web")))
                .isInstanceOf(DirException.class)
                .hasMessageContaining("has not been built");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "/etc", "alloc", "a\0b"})
    void namesThatAreNoPlainStepAreRefused(String name) {
        assertThatThrownBy(() -> alloc().task(name)).isInstanceOf(DirException.class);
    }

    @Test
    void putWritesBelowLocalWithOpenModes() throws IOException {
        run(alloc().build());
        TaskDirs dirs = built(alloc().buildTask("web")).dirs();

        run(alloc().put("web", "deep/er/input.json", bytes("one, and long")));
        run(alloc().put("web", "deep/er/input.json", bytes("two")));

        Path file = dirs.localDir().resolve("deep/er/input.json");
        assertThat(file).hasContent("two");
        assertThat(mode(file)).isEqualTo("777");
        assertThat(mode(file.getParent())).isEqualTo("777");
        assertThat(mode(file.getParent().getParent())).isEqualTo("777");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "a/../../x", "/x", "", "."})
    void putRefusesToLeaveLocal(String file) {
        run(alloc().build());
        built(alloc().buildTask("web"));

        assertThatThrownBy(() -> run(alloc().put("web", file, bytes("x"))))
                .isInstanceOf(DirException.class)
                .hasMessageContaining("\"" + file + "\" is not a path inside");
    }

    @Test
    void destroyRemovesLeftoversAndNothingBehindLinks() throws IOException {
        run(alloc().build());
        TaskDirs dirs = built(alloc().buildTask("web")).dirs();
        Path outside = Files.createDirectory(temp().resolve("outside"));
        Path victim = Files.writeString(outside.resolve("keep"), "kept");
        Files.createSymbolicLink(dirs.localDir().resolve("link"), outside);
        Files.createSymbolicLink(dirs.localDir().resolve("dangling"), temp().resolve("nowhere"));
        Files.createLink(dirs.localDir().resolve("hard"), victim);
        Files.writeString(dirs.secretsDir().resolve("token"), "x");

        run(alloc().destroy());

        assertThat(alloc().root()).doesNotExist();
        assertThat(victim).hasContent("kept");
        run(alloc().destroy());
    }

    @Test
    void destroyTakesMountsOffInsteadOfEmptyingThem() throws IOException {
        assumeThat(ROOT).as("needs root").isTrue();
        run(alloc().build());
        Path point = Files.createDirectory(
                built(alloc().buildTask("web")).dirs().localDir().resolve("a mount"));
        Path outside = Files.createDirectory(temp().resolve("outside"));
        Path victim = Files.writeString(outside.resolve("keep"), "kept");
        int mounted = bind(outside, point);
        assumeThat(mounted).as("needs bind mounts").isZero();

        run(alloc().destroy());

        assertThat(alloc().root()).doesNotExist();
        assertThat(victim).hasContent("kept");
    }

    private static int bind(Path source, Path target) {
        return com.sun.jna.Function.getFunction("c", "mount")
                .invokeInt(new Object[] {source.toString(), target.toString(), "", 4096L, null});
    }

    @Test
    void destroyRemovesATreeDeeperThanAnyPath() throws IOException {
        run(alloc().build());
        Path local = built(alloc().buildTask("web")).dirs().localDir();
        String steps = "d/".repeat(700);
        String script = "mkdir -p $0 && cd $0 && mkdir -p $0 && cd $0 && mkdir -p $0";
        Process nest = new ProcessBuilder("sh", "-c", script, steps)
                .directory(local.toFile())
                .start();
        assertThat(waitFor(nest)).isZero();

        run(alloc().destroy());

        assertThat(alloc().root()).doesNotExist();
    }

    private static int waitFor(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void destroyTellsAllThatCouldNotBeRemoved() throws IOException {
        assumeThat(ROOT).as("needs root, to own what nobody cannot remove").isTrue();
        AllocDir own = dirs(new Ownership(false)).of("a3");
        AsNobody.run(() -> {
            run(own.build());
            built(own.buildTask("web"));
        });
        Path foreign = Files.createDirectory(own.task("web").localDir().resolve("foreign"));
        Files.createFile(foreign.resolve("one"));
        Files.createFile(own.task("web").localDir().resolve("mine"));

        AsNobody.run(() -> assertThatThrownBy(() -> run(own.destroy()))
                .isInstanceOf(DirException.class)
                .hasMessageStartingWith("could not remove all of " + own.root() + ": ")
                .hasMessageContaining("foreign"));
        assertThat(own.task("web").localDir().resolve("mine")).doesNotExist();
        assertThat(own.shared()).doesNotExist();
        run(dirs(Ownership.ofProcess()).of("a3").destroy());
        assertThat(own.root()).doesNotExist();
    }
}
