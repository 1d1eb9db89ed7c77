package io.outrider.drivers.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CgroupsTest {

    @TempDir
    private Path dir;

    @Test
    void versionOneIsJoinedByThreadSoThatNoStartWaitsForTheWholeMachine() throws IOException {
        Path freezer = hierarchy("freezer", "tasks");
        Path memory = hierarchy("memory", "tasks");
        Path mounts = mounts(line("cgroup", freezer, "rw,freezer"), line("cgroup", memory, "rw,memory"));

        assertThat(joins(mounts))
                .containsExactlyInAnyOrder(freezer.resolve("outrider/run/tasks"), memory.resolve("outrider/run/tasks"));
    }

    @Test
    void hierarchiesInOneFolderAreJoinedOnce() throws IOException {
        Path both = hierarchy("freezer,memory", "tasks");
        Path mounts = mounts(line("cgroup", both, "rw,freezer,memory"));

        assertThat(joins(mounts)).containsExactly(both.resolve("outrider/run/tasks"));
    }

    @Test
    void versionTwoIsJoinedByProcess() throws IOException {
        Path unified = hierarchy("unified", "cgroup.procs");
        Path mounts = mounts(line("cgroup2", unified, "rw"));

        assertThat(joins(mounts)).containsExactly(unified.resolve("outrider/run/cgroup.procs"));
    }

    @Test
    void aHierarchyThatCannotBeJoinedIsNotUsed() throws IOException {
        Path freezer = hierarchy("freezer", "other");

        assertThat(Cgroups.detect(mounts(line("cgroup", freezer, "rw,freezer")), "outrider"))
                .isEmpty();
    }

    private List<Path> joins(Path mounts) {
        return Cgroups.detect(mounts, "outrider").orElseThrow().named("run").joinFiles();
    }

    private Path hierarchy(String name, String file) throws IOException {
        Path root = dir.resolve(name);
        Path parent = Files.createDirectories(root.resolve("outrider"));
        Files.createFile(parent.resolve(file));
        return root;
    }

    private Path mounts(String... lines) throws IOException {
        return Files.write(dir.resolve("mounts"), List.of(lines));
    }

    private static String line(String type, Path root, String options) {
        return "x " + root + " " + type + " " + options + " 0 0";
    }
}
