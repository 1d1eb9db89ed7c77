package io.outrider.jobspec.hcl.eval;

/** A function cannot use its arguments. */
public final class FunctionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int argument;

    /** About the call as a whole. */
    public FunctionException(String message) {
        this(message, -1);
    }

    /** About one argument, from 0. */
    public FunctionException(String message, int argument) {
        super(message, null, false, false);
        this.argument = argument;
    }

    int argument() {
        return argument;
    }
}
