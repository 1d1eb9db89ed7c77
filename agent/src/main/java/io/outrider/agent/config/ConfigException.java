package io.outrider.agent.config;

/** Config files that no agent can be started with; the message has all that is wrong, a line each. */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConfigException(String message) {
        super(message);
    }
}
