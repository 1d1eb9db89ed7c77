package io.outrider.jobspec.regexp;

import java.util.Map;
import java.util.Set;

/** One escape sequence: a character, or a class such as {@code \d} and <code>\p{Greek}</code>. */
final class Escapes {
    private static final Set<String> CATEGORIES = Set.of(
            "C", "Cc", "Cf", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl",
            "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp", "Zs");
    private static final Map<Character, String> CLASSES = Map.of(
            'd', "[0-9]",
            'D', "[^0-9]",
            's', "[\\t\\n\\f\\r ]",
            'S', "[^\\t\\n\\f\\r ]",
            'w', "[0-9A-Za-z_]",
            'W', "[^0-9A-Za-z_]");
    private static final Map<Character, Integer> CONTROLS = Map.of('a', 7, 'f', 12, 't', 9, 'n', 10, 'r', 13, 'v', 11);

    private final String text;
    private final int start;
    private final char kind;
    private int end;

    Escapes(String text, int start) {
        this.text = text;
        this.start = start;
        if (start + 1 >= text.length()) {
            throw RegexpException.syntax("trailing backslash at end of expression", "");
        }
        this.kind = text.charAt(start + 1);
        this.end = start + 2;
    }

    /** Where the text goes on, once the value was asked for. */
    int end() {
        return end;
    }

    boolean isClass() {
        return CLASSES.containsKey(kind) || kind == 'p' || kind == 'P';
    }

    /** As a Java class with brackets. */
    String asClass() {
        String perl = CLASSES.get(kind);
        return perl != null ? perl : property();
    }

    private String property() {
        int nameEnd = text.startsWith("{", end) ? text.indexOf('}', end) : end;
        if (nameEnd < 0 || end >= text.length()) {
            throw RegexpException.syntax("invalid character class range", text.substring(start));
        }
        boolean braces = text.startsWith("{", end);
        int pointEnd = end + Character.charCount(text.codePointAt(end));
        String name = braces ? text.substring(end + 1, nameEnd) : text.substring(end, pointEnd);
        end = braces ? nameEnd + 1 : pointEnd;
        boolean negated = kind == 'P' != name.startsWith("^");
        String bare = name.startsWith("^") ? name.substring(1) : name;
        return "[" + (negated ? "^" : "") + known(bare) + "]";
    }

    private String known(String name) {
        if (CATEGORIES.contains(name)) {
            return "\\p{" + name + "}";
        }
        if (name.equals("Any")) {
            return "\\x{0}-\\x{10FFFF}";
        }
        try {
            Character.UnicodeScript.forName(name);
            return "\\p{Is" + name + "}";
        } catch (IllegalArgumentException unknown) {
            throw RegexpException.syntax("invalid character class range", text.substring(start, end));
        }
    }

    /** As one character. */
    int point() {
        Integer control = CONTROLS.get(kind);
        if (control != null) {
            return control;
        }
        if (kind == 'x') {
            return hexadecimal();
        }
        boolean octal = kind == '0' || kind >= '1' && kind <= '7' && end < text.length() && isOctal(text.charAt(end));
        if (octal) {
            return octal();
        }
        boolean punctuation = kind < 0x80 && !Character.isLetterOrDigit(kind);
        if (!punctuation) {
            int length = Character.charCount(text.codePointAt(start + 1));
            throw invalid(start + 1 + length);
        }
        return kind;
    }

    private RegexpException invalid(int to) {
        return RegexpException.syntax("invalid escape sequence", text.substring(start, Math.min(to, text.length())));
    }

    private static boolean isOctal(char c) {
        return c >= '0' && c <= '7';
    }

    private int octal() {
        int value = kind - '0';
        for (int i = 0; i < 2 && end < text.length() && isOctal(text.charAt(end)); i++) {
            value = value * 8 + text.charAt(end++) - '0';
        }
        return value;
    }

    private int hexadecimal() {
        boolean braces = text.startsWith("{", end);
        int close = braces ? text.indexOf('}', end) : Math.min(end + 2, text.length());
        String digits = close < 0 ? "" : text.substring(braces ? end + 1 : end, close);
        boolean fine = digits.matches("[0-9A-Fa-f]+") && digits.length() <= 8 && (braces || digits.length() == 2);
        long value = fine ? Long.parseLong(digits, 16) : -1;
        if (value < 0 || value > Character.MAX_CODE_POINT) {
            throw invalid(close < 0 ? text.length() : braces ? close + 1 : close);
        }
        end = braces ? close + 1 : close;
        return (int) value;
    }

    /** A character so that Java takes it for itself. */
    static String literal(int point) {
        boolean plain = point < 0x80 && Character.isLetterOrDigit(point) || point == ' ' || point == '_';
        return plain ? String.valueOf((char) point) : String.format("\\x{%x}", point);
    }

    static void append(StringBuilder out, int point) {
        out.append(literal(point));
    }
}
