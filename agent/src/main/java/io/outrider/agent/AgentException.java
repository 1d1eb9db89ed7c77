package io.outrider.agent;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the agent could not do. The message names the thing, the place and what to do about it; no stack is needed. */
public final class AgentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    AgentException(Kind kind, String message, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
        this.kind = kind;
    }

    AgentException(Kind kind, String message) {
        this(kind, message, null);
    }

    /** What kind of failure this is. */
    public Kind kind() {
        return kind;
    }

    /** Kinds of failure. */
    public enum Kind {
        /** The data directory cannot be made, read or written. */
        DATA_DIR_UNUSABLE,
        /** Another agent works in the data directory. */
        DATA_DIR_IN_USE,
        /** The kept state cannot be read. */
        STATE_UNREADABLE,
        /** A driver did not say in time what it finds on this machine. */
        DRIVER_SILENT,
        /** The address of the HTTP API cannot be used. */
        HTTP_UNUSABLE,
        /** A part of the agent did not close in time and was left behind. */
        CLOSE_LATE,
        /** The agent has not been started, or has been closed. */
        NOT_RUNNING
    }
}
