package io.outrider.drivers.process;

import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Run directories that nobody's handle names. */
final class Orphans {

    /** Stands for the task that an orphan once was: its name is lost. */
    static final TaskId NOBODY = new TaskId("nobody", "nobody", "00000000");

    private final Path runs;

    Orphans(Path runs) {
        this.runs = runs;
    }

    /** A handle for each of them; blocks. */
    List<RunHandle> among(Collection<TaskHandle> known) throws IOException {
        Set<Path> named = known.stream()
                .map(handle -> RunHandle.of(handle).runDir().dir())
                .collect(Collectors.toSet());
        List<RunHandle> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(runs)) {
            all.filter(dir -> Files.isDirectory(dir) && !named.contains(dir))
                    .map(dir -> new RunHandle(dir.toString(), new RunDir(dir).boot(), dir.toString(), ""))
                    .forEach(found::add);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return found;
    }
}
