package io.outrider.agent.cli.run;

/** Ends a command with a message for people, and nothing else. */
public final class UserException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UserException(String message) {
        super(message);
    }
}
