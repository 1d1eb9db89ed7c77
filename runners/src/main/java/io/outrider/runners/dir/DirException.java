package io.outrider.runners.dir;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What could not be done with a directory. The message names the path and the reason. */
public final class DirException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DirException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static DirException of(IOException error) {
        return new DirException(text(error), error);
    }

    /** What {@code error} says; the JDK's file errors have the path as their whole message. */
    static String text(IOException error) {
        String message = String.valueOf(error.getMessage());
        return error.getClass() == IOException.class
                ? message
                : message + " (" + error.getClass().getSimpleName() + ")";
    }
}
