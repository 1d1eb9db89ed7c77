package io.outrider.jobspec.hcl.lex;

import java.util.Map;

/** Which characters make which tokens. */
final class Characters {
    private static final Map<String, TokenType> SYMBOLS = Map.ofEntries(
            Map.entry("[", TokenType.OPEN_BRACKET),
            Map.entry("]", TokenType.CLOSE_BRACKET),
            Map.entry("(", TokenType.OPEN_PAREN),
            Map.entry(")", TokenType.CLOSE_PAREN),
            Map.entry("*", TokenType.STAR),
            Map.entry("/", TokenType.SLASH),
            Map.entry("+", TokenType.PLUS),
            Map.entry("-", TokenType.MINUS),
            Map.entry("%", TokenType.PERCENT),
            Map.entry("=", TokenType.ASSIGN),
            Map.entry("==", TokenType.EQUAL),
            Map.entry("!=", TokenType.NOT_EQUAL),
            Map.entry("<", TokenType.LESS),
            Map.entry("<=", TokenType.LESS_EQUAL),
            Map.entry(">", TokenType.GREATER),
            Map.entry(">=", TokenType.GREATER_EQUAL),
            Map.entry("&&", TokenType.AND),
            Map.entry("||", TokenType.OR),
            Map.entry("!", TokenType.NOT),
            Map.entry(".", TokenType.DOT),
            Map.entry(",", TokenType.COMMA),
            Map.entry("...", TokenType.ELLIPSIS),
            Map.entry("=>", TokenType.FAT_ARROW),
            Map.entry("?", TokenType.QUESTION),
            Map.entry(":", TokenType.COLON));

    private Characters() {}

    static TokenType symbol(String text) {
        return SYMBOLS.getOrDefault(text, TokenType.INVALID);
    }

    /** Length of the longest symbol here, at least 1. */
    static int symbolLength(String text, int at) {
        if (text.startsWith("...", at)) {
            return 3;
        }
        boolean two = at + 2 <= text.length() && SYMBOLS.containsKey(text.substring(at, at + 2));
        return two ? 2 : 1;
    }

    static boolean isIdentStart(String text, int at) {
        int c = text.codePointAt(at);
        return c == '_' || (c < 0x80 ? isLetter(c) : Character.isUnicodeIdentifierStart(c));
    }

    private static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /** Length of the identifier that starts here; 0 if none does. */
    static int identLength(String text, int at) {
        int end = at;
        while (end < text.length() && (end == at ? isIdentStart(text, end) : isIdentPart(text, end))) {
            end += Character.charCount(text.codePointAt(end));
        }
        return end - at;
    }

    private static boolean isIdentPart(String text, int at) {
        int c = text.codePointAt(at);
        return c == '-'
                || c == '_'
                || c >= '0' && c <= '9'
                || (c < 0x80
                        ? isLetter(c)
                        : Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
    }

    /** Digits, points and exponents; a point at the end does not belong. */
    static int numberLength(String text, int at) {
        int end = at;
        int good = at;
        while (end < text.length()) {
            char c = text.charAt(end);
            int exponent = c == 'e' || c == 'E' ? exponentLength(text, end) : 0;
            if (c >= '0' && c <= '9') {
                end++;
                good = end;
            } else if (c == '.') {
                end++;
            } else if (exponent > 0) {
                end += exponent;
                good = end;
            } else {
                break;
            }
        }
        return good - at;
    }

    private static int exponentLength(String text, int at) {
        int digit = at + 1;
        if (digit < text.length() && (text.charAt(digit) == '+' || text.charAt(digit) == '-')) {
            digit++;
        }
        boolean ok = digit < text.length() && text.charAt(digit) >= '0' && text.charAt(digit) <= '9';
        return ok ? digit + 1 - at : 0;
    }

    /** Where the marker of a heredoc that opens here starts; -1 if none opens. */
    static int heredocMarkerStart(String text, int at) {
        if (!text.startsWith("<<", at)) {
            return -1;
        }
        int name = text.startsWith("-", at + 2) ? at + 3 : at + 2;
        int end = name + identLength(text, name);
        boolean lineEnds = text.startsWith("\n", end) || text.startsWith("\r\n", end);
        return end > name && lineEnds ? name : -1;
    }

    /** End of a run of quoted text: the closing quote, a line end, or the end of all. */
    static int quotedEnd(String text, int from) {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"' || c == '\n' || c == '\r' && text.startsWith("\r\n", at)) {
                return at;
            }
            boolean escapes = c == '\\' && at + 1 < text.length() && "\r\n".indexOf(text.charAt(at + 1)) < 0;
            at += escapes ? 2 : 1;
        }
        return Math.min(at, text.length());
    }

    /** First <code>${</code> or <code>%{</code> from here that is not doubled; the limit if there is none. */
    static int sequenceStart(String text, int from, int limit) {
        int at = from;
        while (at < limit) {
            char c = text.charAt(at);
            boolean mark = c == '$' || c == '%';
            if (mark && text.startsWith("{", at + 1)) {
                return at;
            }
            boolean doubled = mark && at + 2 < limit && text.charAt(at + 1) == c && text.charAt(at + 2) == '{';
            at += doubled ? 3 : 1;
        }
        return limit;
    }

    /** Whitespace of any kind off both ends. */
    static String strip(String text, int from, int to) {
        return to - from > 4096 ? "" : text.substring(from, to).strip();
    }
}
