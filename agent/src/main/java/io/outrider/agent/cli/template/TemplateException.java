package io.outrider.agent.cli.template;

/** A template that cannot be read or evaluated; the message names the place, as Go does. */
public final class TemplateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TemplateException(String message) {
        super(message);
    }
}
