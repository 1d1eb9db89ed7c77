package io.outrider.agent.local.files;

/** Why a file of an alloc cannot be had. The message is for the one who asked. */
public final class FileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    FileException(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    /** What kind of refusal this is. */
    public Kind kind() {
        return kind;
    }

    /** Kinds of refusal. */
    public enum Kind {
        /** The path, or a link in it, leads out of the alloc's directory. */
        ESCAPES,
        /** Nothing is there. */
        MISSING,
        /** It is a directory. */
        DIRECTORY,
        /** It is no directory. */
        NO_DIRECTORY,
        /** It may be looked at and not read. */
        PROHIBITED,
        /** It is neither file nor directory, so there is nothing to read. */
        SPECIAL,
        /** The system refuses. */
        FAILED
    }
}
