package io.outrider.jobspec.hcl.value;

/** A value cannot be made into a type; the message says what was needed ({@code a number is required}). */
public final class ConversionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConversionException(String message) {
        super(message, null, false, false);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
