package io.outrider.agent.cli.template;

import io.outrider.agent.cli.template.Origin.Span;
import io.outrider.agent.cli.template.Token.Kind;
import io.outrider.agent.cli.template.function.Quoting;
import java.util.ArrayList;
import java.util.List;

/** Cuts a template into words. */
final class Lexer {

    private static final String COMMENT = "/*";
    private static final String COMMENT_END = "*/";

    private final Origin origin;
    private final String text;
    private final Delimiters delimiters;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private boolean trimming;

    private Lexer(Origin origin, Delimiters delimiters) {
        this.origin = origin;
        this.text = origin.text();
        this.delimiters = delimiters;
    }

    /** All words, the last of kind END. */
    static List<Token> tokens(Origin origin, Delimiters delimiters) {
        Lexer lexer = new Lexer(origin, delimiters);
        while (lexer.at < lexer.text.length()) {
            lexer.text();
        }
        lexer.add(Kind.END, "", lexer.text.length(), false);
        return lexer.tokens;
    }

    private void text() {
        int open = text.indexOf(delimiters.left(), at);
        int end = open < 0 ? text.length() : open;
        String plain = text.substring(at, end);
        if (trimming) {
            plain = plain.stripLeading();
        }
        int inside = open < 0 ? end : open + delimiters.left().length();
        boolean trims = open >= 0
                && text.startsWith("-", inside)
                && inside + 1 < text.length()
                && isSpace(text.charAt(inside + 1));
        if (trims) {
            plain = plain.stripTrailing();
        }
        if (!plain.isEmpty()) {
            tokens.add(new Token(Kind.TEXT, plain, new Span(at, end), false));
        }
        trimming = false;
        at = trims ? inside + 2 : inside;
        if (open >= 0) {
            action(open);
        }
    }

    private void action(int open) {
        if (text.startsWith(COMMENT, at)) {
            comment(open);
            return;
        }
        add(Kind.OPEN, "", open, false);
        while (true) {
            boolean spaced = skipSpace();
            if (closes()) {
                return;
            }
            if (at >= text.length()) {
                throw origin.unreadable(open, "unclosed action");
            }
            word(spaced);
        }
    }

    private void comment(int open) {
        int end = text.indexOf(COMMENT_END, at);
        if (end < 0) {
            throw origin.unreadable(open, "unclosed comment");
        }
        at = end + COMMENT_END.length();
        skipSpace();
        if (!closes()) {
            throw origin.unreadable(open, "comment ends before closing delimiter");
        }
        tokens.remove(tokens.size() - 1);
    }

    /** Whether the action ends here; then its end is taken. */
    private boolean closes() {
        boolean trims = text.startsWith("-" + delimiters.right(), at) && isSpace(text.charAt(at - 1));
        if (!trims && !text.startsWith(delimiters.right(), at)) {
            return false;
        }
        int start = at;
        at += (trims ? 1 : 0) + delimiters.right().length();
        trimming = trims;
        add(Kind.CLOSE, "", start, false);
        return true;
    }

    private void word(boolean spaced) {
        int start = at;
        char c = text.charAt(at);
        if (c == '"' || c == '`' || c == '\'') {
            add(c == '\'' ? Kind.CHARACTER : Kind.STRING, quoted(c), start, spaced);
        } else if (c == '.' && !isDigit(at + 1)) {
            at++;
            String name = name();
            add(name.isEmpty() ? Kind.DOT : Kind.FIELD, name, start, spaced);
        } else if (c == '$') {
            at++;
            add(Kind.VARIABLE, "$" + name(), start, spaced);
        } else if (Character.isLetter(c) || c == '_') {
            add(Kind.WORD, name(), start, spaced);
        } else if (isDigit(at) || (c == '.' || c == '+' || c == '-') && isNumber(at + 1)) {
            at++;
            add(Kind.NUMBER, c + number(), start, spaced);
        } else {
            sign(c, start, spaced);
        }
    }

    private void sign(char c, int start, boolean spaced) {
        boolean declares = text.startsWith(":=", at);
        at += declares ? 2 : 1;
        Kind kind =
                switch (c) {
                    case '|' -> Kind.PIPE;
                    case '(' -> Kind.LEFT;
                    case ')' -> Kind.RIGHT;
                    case ',' -> Kind.COMMA;
                    case '=' -> Kind.ASSIGN;
                    default -> declares ? Kind.DECLARE : Kind.END;
                };
        if (kind == Kind.END) {
            throw origin.unreadable(start, "unexpected \"" + c + "\" in action");
        }
        add(kind, "", start, spaced);
    }

    private String quoted(char quote) {
        int start = at++;
        while (at < text.length() && text.charAt(at) != quote) {
            boolean ends = quote != '`' && text.charAt(at) == '\n';
            if (ends) {
                throw unterminated(start, quote);
            }
            at += quote != '`' && text.charAt(at) == '\\' ? 2 : 1;
        }
        if (at >= text.length()) {
            throw unterminated(start, quote);
        }
        String inner = text.substring(start + 1, at++);
        return quote == '`' ? inner : Quoting.read(inner, message -> origin.unreadable(start, message));
    }

    private TemplateException unterminated(int start, char quote) {
        String what = quote == '`' ? "raw quoted string" : quote == '"' ? "quoted string" : "character constant";
        return origin.unreadable(start, "unterminated " + what);
    }

    private String name() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    private String number() {
        int start = at;
        while (at < text.length() && isPartOfNumber()) {
            at++;
        }
        return text.substring(start, at);
    }

    private boolean isPartOfNumber() {
        char c = text.charAt(at);
        boolean sign = c == '+' || c == '-';
        char before = text.charAt(at - 1);
        return Character.isLetterOrDigit(c)
                || c == '.'
                || c == '_'
                || sign
                        && (before == 'e' || before == 'E')
                        && !text.substring(0, at).matches("(?s).*0[xX]\\w*");
    }

    private boolean isNumber(int index) {
        return isDigit(index) || index < text.length() && text.charAt(index) == '.' && isDigit(index + 1);
    }

    private boolean isDigit(int index) {
        return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private boolean skipSpace() {
        int start = at;
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at > start;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private void add(Kind kind, String value, int start, boolean spaced) {
        tokens.add(new Token(kind, value, new Span(start, at), spaced));
    }
}
