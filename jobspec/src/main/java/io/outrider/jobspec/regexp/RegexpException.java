package io.outrider.jobspec.regexp;

/** A regular expression that is none, or one that asks for too much work; the message says what and where. */
public final class RegexpException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RegexpException(String message) {
        super(message, null, false, false);
    }

    static RegexpException syntax(String fault, String where) {
        return new RegexpException("error parsing regexp: " + fault + ": `" + where + "`");
    }
}
