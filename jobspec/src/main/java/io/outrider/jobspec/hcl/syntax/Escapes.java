package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.lex.Token;
import io.outrider.jobspec.hcl.lex.TokenType;

/** Resolves escapes in literal text. */
final class Escapes {
    private final TokenStream tokens;
    private final Token token;
    private final String raw;

    private Escapes(TokenStream tokens, Token token, String raw) {
        this.tokens = tokens;
        this.token = token;
        this.raw = raw;
    }

    /** Only doubled marks are escapes in a heredoc. */
    static String heredoc(TokenStream tokens, Token token) {
        String raw = checked(tokens, token);
        return raw.contains("$${") || raw.contains("%%{")
                ? raw.replace("$${", "${").replace("%%{", "%{")
                : raw;
    }

    static String quoted(TokenStream tokens, Token token) {
        String raw = checked(tokens, token);
        if (raw.indexOf('\\') < 0) {
            return raw.replace("$${", "${").replace("%%{", "%{");
        }
        Escapes escapes = new Escapes(tokens, token, raw);
        StringBuilder out = new StringBuilder(raw.length());
        int at = 0;
        while (at < raw.length()) {
            char c = raw.charAt(at);
            if (c == '\\') {
                at = escapes.escape(at, out);
            } else if (raw.startsWith("$${", at) || raw.startsWith("%%{", at)) {
                out.append(c).append('{');
                at += 3;
            } else {
                out.append(c);
                at++;
            }
        }
        return out.toString();
    }

    private static String checked(TokenStream tokens, Token token) {
        String raw = tokens.text(token);
        for (int i = 0; i < raw.length(); i++) {
            boolean alone = Source.isBroken(raw.charAt(i)) && (i == 0 || !Character.isHighSurrogate(raw.charAt(i - 1)));
            if (alone) {
                int at = token.start() + i;
                throw InvalidCharacters.failure(tokens, new Token(TokenType.INVALID, at, at + 1));
            }
        }
        return raw;
    }

    private int escape(int at, StringBuilder out) {
        int selector = at + 1 < raw.length() ? raw.codePointAt(at + 1) : -1;
        int plain = "nrt\"\\".indexOf(selector);
        if (selector >= 0 && plain >= 0) {
            out.append("\n\r\t\"\\".charAt(plain));
            return at + 2;
        }
        if (selector == 'u' || selector == 'U') {
            return unicode(at, out);
        }
        int width = selector < 0 ? 1 : 1 + Character.charCount(selector);
        String detail = selector < 0
                ? "Backslash must be followed by an escape sequence selector character."
                : "The symbol \"" + Character.toString(selector) + "\" is not a valid escape sequence selector.";
        throw tokens.failure("Invalid escape sequence", detail, place(at, width));
    }

    private int unicode(int at, StringBuilder out) {
        int digits = raw.charAt(at + 1) == 'u' ? 4 : 8;
        int end = at + 2;
        while (end < raw.length() && end < at + 2 + digits && Character.digit(raw.charAt(end), 16) >= 0) {
            end++;
        }
        if (end < at + 2 + digits) {
            String much = digits == 4
                    ? "\\u escape sequence must be followed by four"
                    : "\\U escape sequence must be" + " followed by eight";
            throw tokens.failure(
                    "Invalid escape sequence", "The " + much + " hexadecimal digits.", place(at, end - at));
        }
        long code = Long.parseLong(raw.substring(at + 2, end), 16);
        if (code > Character.MAX_CODE_POINT || code >= 0xD800 && code <= 0xDFFF) {
            throw tokens.failure(
                    "Invalid escape sequence",
                    String.format("Cannot encode character U+%04x in UTF-8.", code),
                    place(at, end - at));
        }
        out.appendCodePoint((int) code);
        return end;
    }

    private Range place(int at, int length) {
        return tokens.range(token.start() + at, token.start() + at + length);
    }
}
