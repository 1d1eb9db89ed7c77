package io.outrider.agent.cli.api;

/**
 * The agent has answered that it cannot do what was asked, or has not answered at all. The message is for people; the
 * answer's own words are {@link #text()}.
 */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String text;

    ApiException(int status, String text, String message) {
        super(message);
        this.status = status;
        this.text = text;
    }

    /** HTTP status; 0 where there was no answer. */
    public int status() {
        return status;
    }

    /** Whether what was asked for does not exist. */
    public boolean isNotFound() {
        return status == 404;
    }

    /** What the agent said, without a line's end; empty where there was no answer. */
    public String text() {
        return text;
    }
}
