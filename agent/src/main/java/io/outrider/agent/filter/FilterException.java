package io.outrider.agent.filter;

/** Why a filter cannot be used, in the reference's words. */
public final class FilterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean syntax;

    private FilterException(boolean syntax, String message) {
        super(message, null, false, false);
        this.syntax = syntax;
    }

    static FilterException syntax(String message) {
        return new FilterException(true, message);
    }

    static FilterException selector(String message) {
        return new FilterException(false, message);
    }

    /** Whether the text itself is wrong; else it does not fit what it is asked of. */
    public boolean isSyntax() {
        return syntax;
    }
}
