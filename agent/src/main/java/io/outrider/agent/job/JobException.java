package io.outrider.agent.job;

import java.util.Objects;

/** Why a job cannot be run here, or is not known. The message says what to do about it. */
public final class JobException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public JobException(Kind kind, String message) {
        super(Objects.requireNonNull(message, "message"));
        this.kind = kind;
    }

    /** What kind of failure this is. */
    public Kind kind() {
        return kind;
    }

    /** Kinds of failure. */
    public enum Kind {
        /** The job itself is not fit to be run. */
        INVALID,
        /** Another version of it runs here. */
        CONFLICT,
        /** It has not ended. */
        RUNNING,
        /** This machine has not what it needs. */
        NO_ROOM,
        /** This agent holds no such job. */
        UNKNOWN
    }
}
