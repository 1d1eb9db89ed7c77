package io.outrider.drivers.logs;

import java.nio.file.Path;

/**
 * A task whose output is to be collected.
 *
 * @param allocId the alloc
 * @param task the task's name
 * @param logDir {@code <alloc>/alloc/logs}: FIFOs {@code .TASK.stdout.fifo}, segments {@code TASK.stdout.N}
 * @param maxFiles segments kept per fd, at least 1
 * @param maxFileBytes size of a segment
 */
public record LogSource(String allocId, String task, Path logDir, int maxFiles, long maxFileBytes) {}
