package io.outrider.agent.cli.template.function;

import java.util.Locale;
import java.util.function.Function;

/** Go's escapes in strings, read and written. */
public final class Quoting {

    private static final String LETTERS = "abfnrtv\\'\"";
    private static final String MEANING = "\u0007\b\f\n\r\t\u000b\\'\"";

    private Quoting() {}

    /** What the text between two quotes means. */
    public static String read(String text, Function<String, ? extends RuntimeException> fault) {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            at++;
            int known = at < text.length() ? LETTERS.indexOf(text.charAt(at)) : -1;
            if (known >= 0) {
                out.append(MEANING.charAt(known));
                continue;
            }
            int digits = at < text.length() ? digits(text.charAt(at)) : 0;
            if (digits == 0 || at + digits >= text.length()) {
                throw fault.apply("invalid syntax in \"" + text + "\"");
            }
            out.appendCodePoint(code(text.substring(at + 1, at + 1 + digits), fault));
            at += digits;
        }
        return out.toString();
    }

    private static int digits(char kind) {
        return switch (kind) {
            case 'x' -> 2;
            case 'u' -> 4;
            case 'U' -> 8;
            default -> 0;
        };
    }

    private static int code(String hex, Function<String, ? extends RuntimeException> fault) {
        try {
            int code = Integer.parseInt(hex, 16);
            if (Character.isValidCodePoint(code)) {
                return code;
            }
        } catch (NumberFormatException e) {
            throw fault.apply("invalid escape \"" + hex + "\"");
        }
        throw fault.apply("invalid escape \"" + hex + "\"");
    }

    /** In double quotes, as Go writes it. */
    static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            int known = MEANING.indexOf(c);
            if (known >= 0 && c != '\'') {
                out.append('\\').append(LETTERS.charAt(known));
            } else if (c < ' ' || c == 0x7f) {
                out.append(String.format(Locale.ROOT, "\\x%02x", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.append('"').toString();
    }
}
