package io.outrider.agent;

import io.outrider.drivers.logs.LogStore.Fd;

/**
 * Which output a reader wants.
 *
 * @param allocId the alloc
 * @param task the task's name
 * @param fd stdout or stderr
 * @param offset of the first byte wanted, 0 for all
 * @param follow whether to wait for more: the stream then ends with the task
 */
public record LogQuery(String allocId, String task, Fd fd, long offset, boolean follow) {}
