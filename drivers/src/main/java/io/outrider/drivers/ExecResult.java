package io.outrider.drivers;

/**
 * A command that ran beside a task.
 *
 * @param stdout the last 4 KiB of its output
 * @param stderr the last 4 KiB of its errors
 * @param exit how it ended
 */
public record ExecResult(byte[] stdout, byte[] stderr, ExitResult exit) {}
