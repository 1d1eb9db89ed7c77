package io.outrider.agent.cli.run;

import io.outrider.agent.IoReasons;
import io.outrider.runners.dir.TreeRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Where a run keeps its state, logs and files.
 *
 * @param path the directory
 * @param fresh whether it was made for this run and goes with it
 */
public record DataDir(Path path, boolean fresh) {

    /** The given one, or a fresh one that other users may pass through but not list: tasks may run as one of them. */
    public static DataDir of(Optional<Path> given) {
        if (given.isPresent()) {
            return new DataDir(given.get(), false);
        }
        try {
            Path made = Files.createTempDirectory("outrider-");
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx--x--x"));
            return new DataDir(made, true);
        } catch (IOException e) {
            Path place = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
            throw new UserException("no fresh directory can be made in " + place + ": " + IoReasons.of(e) + "; "
                    + IoReasons.advice(e, place) + " with TMPDIR or -data-dir");
        }
    }

    /**
     * Removes a fresh one. The alloc directories in it have been removed before, or could not be; what tasks may still
     * have in there, links and mounts too, leads to nothing outside that would go with it.
     */
    public void remove() throws IOException {
        if (fresh) {
            TreeRemoval.remove(path);
        }
    }
}
