package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Diagnostic;

/** Leaves the rule that cannot go on; caught where reading can resume. */
final class SyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Diagnostic diagnostic;

    SyntaxException(Diagnostic diagnostic) {
        super(diagnostic.summary(), null, false, false);
        this.diagnostic = diagnostic;
    }

    /** The same with what would help. */
    SyntaxException hint(String text) {
        return new SyntaxException(diagnostic.hint(text));
    }

    Diagnostic diagnostic() {
        return diagnostic;
    }
}
