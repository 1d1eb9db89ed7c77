package io.outrider.runners.task;

/** Why a request to a runner was refused. The message is for the one who asked. */
public final class RunnerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public RunnerException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Whether an error says no more than that there is nothing to do. */
    public static boolean isNotRunning(Throwable error) {
        return error instanceof RunnerException known && known.kind() == Kind.NOT_RUNNING;
    }

    /** What kind of refusal this is. */
    public Kind kind() {
        return kind;
    }

    /** Kinds of refusal. */
    public enum Kind {
        /** There is no such task or alloc here. */
        NOT_FOUND,
        /** It is not in a state to do this. */
        NOT_RUNNING,
        /** Too much is waiting to be done. */
        BUSY,
        /** The agent is leaving. */
        LEAVING
    }
}
