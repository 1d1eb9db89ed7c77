package io.outrider.drivers;

import org.jspecify.annotations.Nullable;

/** What a driver could not do. The message names the thing, the place and what to do about it. */
public final class DriverException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public DriverException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public DriverException(Kind kind, String message) {
        this(kind, message, null);
    }

    /** What kind of failure this is. */
    public Kind kind() {
        return kind;
    }

    /** Whether trying again may help; the restart policy asks (behaviour section 4.10). */
    public boolean recoverable() {
        return kind == Kind.RECOVERABLE;
    }

    /** Kinds of failure. */
    public enum Kind {
        /** The task could not be started, and may be tried again. */
        RECOVERABLE,
        /** The task could not be started, and will not by trying again. */
        FATAL,
        /** The {@code config} block is not what the driver takes. */
        INVALID_CONFIG,
        /** The driver does not hold this task. */
        TASK_NOT_FOUND,
        /** The driver cannot do this. */
        UNSUPPORTED
    }
}
