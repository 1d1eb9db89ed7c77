package io.outrider.drivers.logs.drain;

/** What a log drain could not do. The message names the stream or place, and what to do about it. */
public final class DrainException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DrainException(String message) {
        super(message);
    }

    public DrainException(String message, Throwable cause) {
        super(message, cause);
    }
}
