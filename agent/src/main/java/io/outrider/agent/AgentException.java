package io.outrider.agent;

import io.outrider.drivers.DriverException;
import io.outrider.drivers.posix.PosixException;
import io.outrider.runners.dir.DirException;
import io.outrider.runners.hook.HookException;
import io.outrider.state.store.StateStoreException;
import io.outrider.streams.log.LogClosedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
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

    /**
     * The one translation of what the parts of an agent fail with. What is none of their failures is a fault of this
     * program, and stays as it is.
     */
    static Throwable of(Throwable error) {
        Optional<Kind> kind = kind(error);
        return kind.isEmpty() ? error : new AgentException(kind.get(), String.valueOf(error.getMessage()), error);
    }

    private static Optional<Kind> kind(Throwable error) {
        if (error instanceof StateStoreException state) {
            return Optional.of(
                    switch (state.kind()) {
                        case IN_USE -> Kind.DATA_DIR_IN_USE;
                        case DAMAGED, NEWER -> Kind.STATE_UNREADABLE;
                        case CLOSED -> Kind.NOT_RUNNING;
                        default -> Kind.DATA_DIR_UNUSABLE;
                    });
        }
        if (error instanceof LogClosedException) {
            return Optional.of(Kind.NOT_RUNNING);
        }
        if (error instanceof DriverException) {
            return Optional.of(Kind.DRIVER_FAILED);
        }
        boolean ofFiles = error instanceof DirException
                || error instanceof PosixException
                || error instanceof IOException
                || error instanceof UncheckedIOException
                || error instanceof HookException;
        return ofFiles ? Optional.of(Kind.DATA_DIR_UNUSABLE) : Optional.empty();
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
        /** A driver could not do what it was asked for. */
        DRIVER_FAILED,
        /** Too much was asked for at the same time: ask again later. */
        BUSY,
        /** A part of the agent did not close in time and was left behind. */
        CLOSE_LATE,
        /** The agent has not been started, or has been closed. */
        NOT_RUNNING
    }
}
