package io.outrider.jobspec.hcl.lex;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Cuts a source into tokens; never fails (what it cannot read is INVALID) and never recurses. */
public final class Lexer {
    /** Where the lexer stands; a heredoc has a marker, an embedded expression counts its braces. */
    private static final class Mode {
        private final Kind kind;
        private final String marker;
        private int braces;
        private boolean lineStart;

        /** Where the text that was last looked at ends: what it embeds is cut out before the rest is read. */
        private int end = -1;

        Mode(Kind kind, String marker) {
            this.kind = kind;
            this.marker = marker;
            this.lineStart = true;
        }
    }

    private enum Kind {
        CODE,
        EMBEDDED,
        QUOTED,
        HEREDOC,
        BARE_TEMPLATE
    }

    private final Source source;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private final Deque<Mode> modes = new ArrayDeque<>();
    private int at;
    private boolean commentsEnd = true;

    private Lexer(Source source, Kind kind) {
        this.source = source;
        this.text = source.text();
        modes.push(new Mode(kind, ""));
    }

    /** Tokens of a file or an expression, END last; comments are left out, a line comment leaves its NEWLINE. */
    public static List<Token> code(Source source) {
        Lexer lexer = new Lexer(source, Kind.CODE);
        lexer.at = source.text().startsWith("\uFEFF") ? 1 : 0;
        return lexer.run();
    }

    /** Tokens of a template without quotes around it. */
    public static List<Token> template(Source source) {
        return new Lexer(source, Kind.BARE_TEMPLATE).run();
    }

    private List<Token> run() {
        while (at < text.length()) {
            if (tokens.size() > Limits.TOKENS) {
                throw new LimitExceeded(
                        Diagnostic.error(
                                "Text too large",
                                "A text may have at most " + Limits.TOKENS + " words and signs.",
                                new Range(source, at, at)),
                        false);
            }
            Mode mode = mode();
            switch (mode.kind) {
                case CODE, EMBEDDED -> code(mode);
                case QUOTED -> quoted(mode);
                case HEREDOC -> heredoc(mode);
                default -> literal(text.length(), TokenType.HEREDOC_TEXT);
            }
        }
        tokens.add(new Token(TokenType.END, at, at));
        return tokens;
    }

    private Mode mode() {
        Mode mode = modes.peek();
        return mode == null ? new Mode(Kind.CODE, "") : mode;
    }

    private void emit(TokenType type, int length) {
        tokens.add(new Token(type, at, at + length));
        at += length;
    }

    private void code(Mode mode) {
        char c = text.charAt(at);
        if (c == ' ' || c == '\t') {
            at++;
        } else if (c == '\n') {
            emit(TokenType.NEWLINE, 1);
        } else if (c == '\r' && text.startsWith("\r\n", at)) {
            emit(TokenType.NEWLINE, 2);
        } else if (c == '#' || text.startsWith("//", at)) {
            lineComment();
        } else if (blockComment()) {
            return;
        } else if (c >= '0' && c <= '9') {
            emit(TokenType.NUMBER, Characters.numberLength(text, at));
        } else if (Characters.isIdentStart(text, at)) {
            emit(TokenType.IDENT, Characters.identLength(text, at));
        } else if (c == '"') {
            emit(TokenType.OPEN_QUOTE, 1);
            modes.push(new Mode(Kind.QUOTED, ""));
        } else if (!openHeredoc()) {
            symbol(mode, c);
        }
    }

    private void lineComment() {
        int end = text.indexOf('\n', at);
        if (end < 0) {
            at = text.length();
            return;
        }
        at = end;
        emit(TokenType.NEWLINE, 1);
    }

    /** Skips a comment; one that is never closed is none, and neither is any behind it. */
    private boolean blockComment() {
        if (!commentsEnd || !text.startsWith("/*", at)) {
            return false;
        }
        int end = text.indexOf("*/", at + 2);
        commentsEnd = end >= 0;
        at = commentsEnd ? end + 2 : at;
        return commentsEnd;
    }

    private boolean openHeredoc() {
        int name = Characters.heredocMarkerStart(text, at);
        if (name < 0) {
            return false;
        }
        int nameEnd = name + Characters.identLength(text, name);
        int lineEnd = text.startsWith("\r\n", nameEnd) ? nameEnd + 2 : nameEnd + 1;
        modes.push(new Mode(Kind.HEREDOC, text.substring(name, nameEnd)));
        emit(TokenType.OPEN_HEREDOC, lineEnd - at);
        return true;
    }

    private void symbol(Mode mode, char c) {
        if (c == '{') {
            mode.braces++;
            emit(TokenType.OPEN_BRACE, 1);
        } else if (c == '}') {
            closeBrace(mode, 1);
        } else if (c == '~' && mode.kind == Kind.EMBEDDED && mode.braces == 0 && text.startsWith("~}", at)) {
            closeBrace(mode, 2);
        } else {
            int length = Characters.symbolLength(text, at);
            TokenType type = Characters.symbol(text.substring(at, at + length));
            emit(type, type == TokenType.INVALID ? Character.charCount(text.codePointAt(at)) : length);
        }
    }

    private void closeBrace(Mode mode, int length) {
        if (mode.kind == Kind.EMBEDDED && mode.braces == 0) {
            emit(TokenType.SEQUENCE_END, length);
            modes.pop();
            return;
        }
        mode.braces = Math.max(0, mode.braces - 1);
        emit(TokenType.CLOSE_BRACE, length);
    }

    private void quoted(Mode mode) {
        char c = text.charAt(at);
        if (c == '"') {
            emit(TokenType.CLOSE_QUOTE, 1);
            modes.pop();
        } else if (c == '\n' || text.startsWith("\r\n", at)) {
            emit(TokenType.QUOTED_NEWLINE, c == '\n' ? 1 : 2);
        } else {
            mode.end = at <= mode.end ? mode.end : Characters.quotedEnd(text, at);
            literal(mode.end, TokenType.QUOTED_TEXT);
        }
    }

    private void heredoc(Mode mode) {
        mode.end = at < mode.end ? mode.end : lineEnd();
        int newline = mode.end - 1;
        if (mode.lineStart
                && text.charAt(newline) == '\n'
                && Characters.strip(text, at, newline).equals(mode.marker)) {
            int markerEnd = text.charAt(newline - 1) == '\r' ? newline - 1 : newline;
            modes.pop();
            emit(TokenType.CLOSE_HEREDOC, markerEnd - at);
            return;
        }
        int before = at;
        literal(mode.end, TokenType.HEREDOC_TEXT);
        mode.lineStart = at > before && text.charAt(at - 1) == '\n';
    }

    private int lineEnd() {
        int newline = text.indexOf('\n', at);
        return newline < 0 ? text.length() : newline + 1;
    }

    /** Literal text up to a limit or to the next sequence, or that sequence's opening if it stands here. */
    private void literal(int limit, TokenType type) {
        int end = Characters.sequenceStart(text, at, limit);
        if (end > at) {
            emit(type, end - at);
            return;
        }
        boolean trim = text.startsWith("~", at + 2);
        TokenType opening = text.charAt(at) == '$' ? TokenType.INTERPOLATION : TokenType.CONTROL;
        mode().lineStart = false;
        emit(opening, trim ? 3 : 2);
        modes.push(new Mode(Kind.EMBEDDED, ""));
    }
}
