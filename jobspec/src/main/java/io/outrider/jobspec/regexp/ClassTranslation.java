package io.outrider.jobspec.regexp;

import java.util.Map;

/** A class in brackets. */
final class ClassTranslation {
    private static final Map<String, String> POSIX = Map.ofEntries(
            Map.entry("alnum", "0-9A-Za-z"),
            Map.entry("alpha", "A-Za-z"),
            Map.entry("ascii", "\\x00-\\x7F"),
            Map.entry("blank", "\\t "),
            Map.entry("cntrl", "\\x00-\\x1F\\x7F"),
            Map.entry("digit", "0-9"),
            Map.entry("graph", "!-~"),
            Map.entry("lower", "a-z"),
            Map.entry("print", " -~"),
            Map.entry("punct", "!-/:-@\\[-`{-~"),
            Map.entry("space", "\\t\\n\\x0B\\f\\r "),
            Map.entry("upper", "A-Z"),
            Map.entry("word", "0-9A-Za-z_"),
            Map.entry("xdigit", "0-9A-Fa-f"));

    private final String text;
    private final int start;
    private int at;

    /** Whether the end of a named class may lie ahead. */
    private boolean named = true;

    ClassTranslation(String text, int start) {
        this.text = text;
        this.start = start;
    }

    int end() {
        return at;
    }

    String run() {
        boolean negated = text.startsWith("^", start + 1);
        at = start + (negated ? 2 : 1);
        StringBuilder out = new StringBuilder(negated ? "[^" : "[");
        boolean first = true;
        while (at >= text.length() || text.charAt(at) != ']' || first) {
            if (at >= text.length()) {
                throw RegexpException.syntax("missing closing ]", text.substring(start));
            }
            item(out);
            first = false;
        }
        at++;
        return out.append(']').toString();
    }

    private void item(StringBuilder out) {
        if (named && text.startsWith("[:", at)) {
            named = text.indexOf(":]", at + 2) > 0;
        }
        if (named && text.startsWith("[:", at)) {
            posix(out);
            return;
        }
        if (text.charAt(at) == '\\') {
            Escapes escape = new Escapes(text, at);
            if (escape.isClass()) {
                out.append(escape.asClass());
                at = escape.end();
                return;
            }
        }
        range(out);
    }

    private void posix(StringBuilder out) {
        int end = text.indexOf(":]", at + 2);
        String name = text.substring(at + 2, end);
        boolean negated = name.startsWith("^");
        String set = POSIX.get(negated ? name.substring(1) : name);
        if (set == null) {
            throw RegexpException.syntax("invalid character class range", text.substring(at, end + 2));
        }
        out.append(negated ? "[^" : "[").append(set).append(']');
        at = end + 2;
    }

    private void range(StringBuilder out) {
        int from = at;
        int low = point();
        boolean ranged = text.startsWith("-", at) && at + 1 < text.length() && text.charAt(at + 1) != ']';
        if (!ranged) {
            Escapes.append(out, low);
            return;
        }
        at++;
        int high = point();
        if (high < low) {
            throw RegexpException.syntax("invalid character class range", text.substring(from, at));
        }
        Escapes.append(out, low);
        out.append('-');
        Escapes.append(out, high);
    }

    private int point() {
        if (text.charAt(at) != '\\') {
            int point = text.codePointAt(at);
            at += Character.charCount(point);
            return point;
        }
        Escapes escape = new Escapes(text, at);
        int point = escape.point();
        at = escape.end();
        return point;
    }
}
