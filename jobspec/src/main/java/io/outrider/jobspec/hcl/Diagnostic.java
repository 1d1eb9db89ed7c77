package io.outrider.jobspec.hcl;

import org.jspecify.annotations.Nullable;

/**
 * One fault (or warning) of a text: what, where, why, and what to do.
 *
 * @param summary a few words, without full stop
 * @param detail sentences
 * @param range the place, in its file; or null when it lies in no text (a variable never set)
 * @param hint what would help, or null
 */
public record Diagnostic(
        Severity severity,
        String summary,
        String detail,
        @Nullable Range range,
        @Nullable String hint) {

    public Diagnostic {
        range = range == null ? null : range.inFile();
    }

    /** Errors refuse the text; warnings do not. */
    public enum Severity {
        ERROR,
        WARNING
    }

    public static Diagnostic error(String summary, String detail, @Nullable Range range) {
        return new Diagnostic(Severity.ERROR, summary, detail, range, null);
    }

    public static Diagnostic warning(String summary, String detail, @Nullable Range range) {
        return new Diagnostic(Severity.WARNING, summary, detail, range, null);
    }

    /** The same with a hint. */
    public Diagnostic hint(@Nullable String text) {
        return new Diagnostic(severity, summary, detail, range, text);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /** One line: place, summary, detail. */
    @Override
    public String toString() {
        return (range == null ? "" : range + ": ") + summary + "; " + detail + (hint == null ? "" : " " + hint);
    }
}
