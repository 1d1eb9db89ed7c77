package io.outrider.agent.cli.template;

/**
 * A word of a template.
 *
 * @param text as the kind wants it: without the dot of a field, the string that a literal means
 * @param spaced whether white space stands before it
 */
record Token(Kind kind, String text, Origin.Span span, boolean spaced) {

    enum Kind {
        /** What is printed as it stands. */
        TEXT,
        OPEN,
        CLOSE,
        DOT,
        FIELD,
        VARIABLE,
        WORD,
        NUMBER,
        CHARACTER,
        STRING,
        PIPE,
        LEFT,
        RIGHT,
        DECLARE,
        ASSIGN,
        COMMA,
        END
    }

    boolean is(Kind wanted) {
        return kind == wanted;
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }
}
