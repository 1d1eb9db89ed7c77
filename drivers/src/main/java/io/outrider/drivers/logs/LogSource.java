package io.outrider.drivers.logs;

/**
 * A task whose output is to be collected.
 *
 * @param allocId the alloc
 * @param task the task's name
 * @param folders FIFOs {@code TASK.stdout.fifo} in its own, segments {@code TASK.stdout.N} in the other
 * @param maxFiles segments kept per fd, at least 1
 * @param maxFileBytes size of a segment
 */
public record LogSource(String allocId, String task, LogFolders folders, int maxFiles, long maxFileBytes) {}
