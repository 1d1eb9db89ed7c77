package io.outrider.agent.standalone.request;

import java.util.Objects;

/** Why a control plane did not do what it was asked for. The message is the API's text for it. */
public final class PlaneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public PlaneException(Kind kind, String message) {
        super(Objects.requireNonNull(message, "message"));
        this.kind = kind;
    }

    /** What kind of refusal this is. */
    public Kind kind() {
        return kind;
    }

    /** The text; never null. */
    public String text() {
        return String.valueOf(getMessage());
    }

    /** Kinds of refusal. */
    public enum Kind {
        /** The request itself is wrong. */
        INVALID,
        /** What it is about is not there. */
        NOT_FOUND,
        /** The state does not allow it, or the job is not fit; the API answers 500 to these. */
        REFUSED,
        /** It is forbidden by the scheduler's settings. */
        FORBIDDEN,
        /** What is there is not what the request expects. */
        CONFLICT,
        /** The state cannot be written; nothing of the request has happened. */
        NOT_KEPT,
        /** The control plane is closed, or too much waits. */
        UNAVAILABLE
    }
}
