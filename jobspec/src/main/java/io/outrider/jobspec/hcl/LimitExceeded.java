package io.outrider.jobspec.hcl;

/** A text asked for more than {@link Limits} allow; carries the diagnostic. */
public final class LimitExceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Diagnostic diagnostic;
    private final boolean depth;

    public LimitExceeded(Diagnostic diagnostic, boolean depth) {
        super(diagnostic.summary(), null, false, false);
        this.diagnostic = diagnostic;
        this.depth = depth;
    }

    public Diagnostic diagnostic() {
        return diagnostic;
    }

    /** True when a deeper stack would help. */
    public boolean depth() {
        return depth;
    }
}
