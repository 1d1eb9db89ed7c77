package io.outrider.agent.cli.template;

/**
 * What stands around actions.
 *
 * @param left usually two braces
 * @param right usually two braces
 */
public record Delimiters(String left, String right) {

    /** Those that people expect. */
    public static final Delimiters BRACES = new Delimiters("{{", "}}");
}
