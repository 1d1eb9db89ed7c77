package io.outrider.agent.cli.template;

/**
 * The text of a template, to say where in it something is wrong.
 *
 * @param name what messages call it
 */
record Origin(String name, String text) {

    /** Go shows no more of an expression. */
    private static final int SHOWN = 20;

    /**
     * A piece of the text, without what stands around it.
     *
     * @param from its first letter
     * @param to the letter behind it
     */
    record Span(int from, int to) {}

    /** What the grammar says against the text; {@code at} is where it was noticed. */
    TemplateException unreadable(int at, String reason) {
        return new TemplateException("template: " + name + ":" + line(at) + ": " + reason);
    }

    /** What went wrong with the values. */
    TemplateException failed(Span span, String reason) {
        String piece = text.substring(span.from(), span.to());
        return failed(span.from(), piece, reason);
    }

    TemplateException failed(int at, String piece, String reason) {
        String shown = piece.length() > SHOWN ? piece.substring(0, SHOWN) + "..." : piece;
        int column = at - (text.lastIndexOf('\n', Math.max(0, at - 1)) + 1);
        return new TemplateException("template: " + name + ":" + line(at) + ":" + column + ": executing \"" + name
                + "\" at <" + shown + ">: " + reason);
    }

    private long line(int at) {
        return 1
                + text.substring(0, Math.min(at, text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }
}
