package io.outrider.drivers;

import java.time.Instant;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One sample of what a task uses. What was not measured is absent.
 *
 * @param time when it was taken
 * @param rssBytes resident memory of all its processes
 * @param cgroupBytes memory charged to its cgroup
 * @param swapBytes swapped out
 * @param cpuPercent of one core since the last sample
 * @param userNanos user CPU time so far
 * @param systemNanos system CPU time so far
 */
public record TaskUsage(
        Instant time,
        OptionalLong rssBytes,
        OptionalLong cgroupBytes,
        OptionalLong swapBytes,
        OptionalDouble cpuPercent,
        OptionalLong userNanos,
        OptionalLong systemNanos) {}
