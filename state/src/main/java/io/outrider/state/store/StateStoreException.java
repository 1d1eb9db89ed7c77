package io.outrider.state.store;

import org.jspecify.annotations.Nullable;

/** Everything that goes wrong with a {@link StateStore}; the message names thing, place and what to do. */
public final class StateStoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    public StateStoreException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }

    /** Whether the same call may succeed later without anybody changing the store. */
    public boolean retryable() {
        return kind.retryable;
    }

    /** Kinds of failure. */
    public enum Kind {
        /** Another process or store has the directory. */
        IN_USE(false),
        /** Nothing of the file can be read, or it is not a database of ours. */
        DAMAGED(false),
        /** Written by a newer version. */
        NEWER(false),
        /** No space left. */
        FULL(true),
        /** Any other failure to read or write. */
        IO(true),
        /** The store works, but it will never take this commit. */
        REFUSED(false),
        /** More commits wait than the queue may hold. */
        OVERLOADED(true),
        /** Not open, or closed. */
        CLOSED(false),
        /** The target of a backup exists. */
        TARGET_EXISTS(false);

        private final boolean retryable;

        Kind(boolean retryable) {
            this.retryable = retryable;
        }
    }
}
