package io.outrider.streams.log;

import org.jspecify.annotations.Nullable;

/** The log was closed and this reader has not got everything: what is missing can be read from its last cursor on. */
public final class LogClosedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LogClosedException(@Nullable Throwable cause) {
        super(
                "the log was closed before this reader had all of it: the next one gives the rest, after its"
                        + " last cursor",
                cause);
    }
}
