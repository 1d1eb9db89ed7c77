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

    /** Refuses a file of more than {@link Limits#CHARACTERS}. */
    public static void checkLength(Source source) {
        if (source.text().length() > Limits.CHARACTERS) {
            String detail = "A job file may have at most " + Limits.CHARACTERS / 1_000_000 + " million characters; "
                    + source.name() + " has " + source.text().length() + ".";
            throw new LimitExceeded(Diagnostic.error("File too large", detail, new Range(source, 0, 0)), false);
        }
    }

    public Diagnostic diagnostic() {
        return diagnostic;
    }

    /** True when a deeper stack would help. */
    public boolean depth() {
        return depth;
    }
}
