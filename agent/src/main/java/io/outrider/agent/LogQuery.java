package io.outrider.agent;

import io.outrider.drivers.logs.LogStore.Fd;
import java.util.Objects;

/**
 * Which output a reader wants.
 *
 * @param allocId the alloc
 * @param task the task's name
 * @param fd stdout or stderr
 * @param offset of the first byte wanted, 0 for all
 * @param follow whether to wait for more: the stream then ends with the task
 */
public record LogQuery(String allocId, String task, Fd fd, long offset, boolean follow) {

    public LogQuery {
        Objects.requireNonNull(allocId, "allocId");
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(fd, "fd");
        if (offset < 0) {
            throw new IllegalArgumentException("log offset " + offset + " (expected: 0 or more)");
        }
    }
}
