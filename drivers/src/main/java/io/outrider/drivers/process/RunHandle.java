package io.outrider.drivers.process;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.TaskHandle;
import io.outrider.drivers.TaskId;
import io.outrider.state.model.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;

/**
 * What a handle keeps of a supervised process.
 *
 * @param dir its run directory
 * @param boot the boot that it belongs to: pids mean nothing in another one
 * @param workDir where commands beside it run
 * @param user who runs it; empty text: who runs the agent
 */
public record RunHandle(String dir, String boot, String workDir, String user) {

    private static final int VERSION = 1;

    /** As the handle of {@code driver}. */
    public TaskHandle toHandle(String driver, TaskId id) {
        return new TaskHandle(VERSION, driver, id, new String(Json.bytes(this), StandardCharsets.UTF_8));
    }

    /** Reads a handle of {@link #toHandle}; fails with a {@link DriverException} if it is none. */
    public static RunHandle of(TaskHandle handle) {
        try {
            return Json.read(handle.state(), RunHandle.class);
        } catch (JacksonException e) {
            throw new DriverException(
                    DriverException.Kind.FATAL,
                    "the handle of " + handle.id() + " cannot be read: the task is not found again",
                    e);
        }
    }

    RunDir runDir() {
        return new RunDir(Path.of(dir));
    }

    static String currentBoot() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot tell this boot from others: " + e.getMessage(), e);
        }
    }
}
