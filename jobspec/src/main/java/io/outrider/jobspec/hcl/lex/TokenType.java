package io.outrider.jobspec.hcl.lex;

/** What the lexer tells apart. */
public enum TokenType {
    IDENT,
    NUMBER,
    OPEN_BRACE,
    CLOSE_BRACE,
    OPEN_BRACKET,
    CLOSE_BRACKET,
    OPEN_PAREN,
    CLOSE_PAREN,
    OPEN_QUOTE,
    CLOSE_QUOTE,
    OPEN_HEREDOC,
    CLOSE_HEREDOC,
    /** Text within quotes, escapes not yet resolved. */
    QUOTED_TEXT,
    /** A line (or a part of one) of a heredoc. */
    HEREDOC_TEXT,
    /** A line end within quotes: always a fault. */
    QUOTED_NEWLINE,
    /** <code>${</code> or <code>${~</code>. */
    INTERPOLATION,
    /** <code>%{</code> or <code>%{~</code>. */
    CONTROL,
    /** <code>}</code> or <code>~}</code> that ends one of the two above. */
    SEQUENCE_END,
    STAR,
    SLASH,
    PLUS,
    MINUS,
    PERCENT,
    ASSIGN,
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL,
    AND,
    OR,
    NOT,
    DOT,
    COMMA,
    ELLIPSIS,
    FAT_ARROW,
    QUESTION,
    COLON,
    COMMENT,
    NEWLINE,
    /** A character that the language does not use. */
    INVALID,
    END
}
