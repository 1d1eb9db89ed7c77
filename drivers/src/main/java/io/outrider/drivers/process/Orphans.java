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

    private static final TaskId NOBODY = new TaskId("nobody", "nobody", "00000000");

    /** A run that nobody asks for. */
    record Orphan(TaskId id, RunHandle handle) {}

    private final Path runs;

    Orphans(Path runs) {
        this.runs = runs;
    }

    /** All of them; blocks. */
    List<Orphan> among(Collection<TaskHandle> known) throws IOException {
        Set<Path> named = known.stream()
                .map(handle -> RunHandle.of(handle).runDir().dir())
                .collect(Collectors.toSet());
        List<Orphan> found = new ArrayList<>();
        try (Stream<Path> all = Files.list(runs)) {
            all.filter(dir -> Files.isDirectory(dir) && !named.contains(dir))
                    .map(dir -> orphan(new RunDir(dir)))
                    .forEach(found::add);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return found;
    }

    private static Orphan orphan(RunDir run) {
        String dir = run.dir().toString();
        return new Orphan(run.id().orElse(NOBODY), new RunHandle(dir, run.boot(), dir, ""));
    }
}
