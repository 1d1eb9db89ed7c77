package io.outrider.drivers.scripted;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.TaskConfig;
import io.outrider.drivers.TaskHandle;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is kept of a scripted task: its block, and the file that says whether and when it was started. The file is made
 * with O_EXCL, so that a start and a restarted agent cannot both win.
 */
record ScriptedHandle(String marker, Map<String, Object> config) {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String NEVER = "never";

    static TaskHandle of(String driver, TaskConfig task) {
        Path marker =
                task.dirs().taskDir().resolve("." + driver + "-" + task.id().run());
        ScriptedHandle handle = new ScriptedHandle(marker.toString(), task.config());
        return new TaskHandle(1, driver, task.id(), JSON.writeValueAsString(handle));
    }

    static ScriptedHandle read(TaskHandle handle) {
        try {
            return JSON.readValue(handle.state(), ScriptedHandle.class);
        } catch (JacksonException e) {
            throw new DriverException(
                    DriverException.Kind.FATAL,
                    "the handle of " + handle.id() + " is not one of this driver: it is lost",
                    e);
        }
    }

    /** Empty if the handle is not one of this driver. */
    static Optional<ScriptedHandle> tryRead(TaskHandle handle) {
        try {
            return Optional.of(read(handle));
        } catch (DriverException e) {
            return Optional.empty();
        }
    }

    /**
     * Marks the task as started {@code now}; gives the time that stands there if somebody was before.
     *
     * @throws DriverException if it was given up by {@link #startedOrNever}
     */
    Instant claim(Instant now) {
        String standing = claim(Long.toString(now.toEpochMilli()));
        if (standing.equals(NEVER)) {
            throw new DriverException(
                    DriverException.Kind.FATAL, "this run was given up before it started: start a new one");
        }
        return Instant.ofEpochMilli(Long.parseLong(standing));
    }

    /** When it was started; empty, and then it never can be, if it was not. */
    Optional<Instant> startedOrNever() {
        String standing = claim(NEVER);
        return standing.equals(NEVER) ? Optional.empty() : Optional.of(Instant.ofEpochMilli(Long.parseLong(standing)));
    }

    void remove() {
        try {
            Files.deleteIfExists(Path.of(marker));
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** What stands in the marker now: {@code text} unless somebody was before. */
    private String claim(String text) {
        Path file = Path.of(marker);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return text;
        } catch (FileAlreadyExistsException e) {
            return standing(file);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private String standing(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private DriverException failure(IOException e) {
        return new DriverException(
                DriverException.Kind.RECOVERABLE,
                "cannot keep the task's start in " + marker + ": " + e + "; check the task directory",
                e);
    }
}
