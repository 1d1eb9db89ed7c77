package io.outrider.drivers.process;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.outrider.drivers.cgroup.Cgroups;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** Supervision with cgroup version 2 alone, also on a machine that has version 1 beside it. */
class UnifiedSupervisionTest extends SupervisionContract {

    @TempDir
    private Path folder;

    @Override
    Optional<Cgroups> cgroups() {
        try {
            List<String> unified = Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                    .filter(line -> line.split(" ")[2].equals("cgroup2"))
                    .toList();
            Path mounts = Files.write(folder.resolve("mounts"), unified);
            Optional<Cgroups> found = Cgroups.detect(mounts, "outrider-test");
            assumeThat(found).as("cgroup version 2 needs root and a mount").isPresent();
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
