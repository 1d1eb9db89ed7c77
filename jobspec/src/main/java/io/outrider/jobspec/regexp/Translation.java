package io.outrider.jobspec.regexp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads one expression from left to right and writes the Java pattern that means the same. */
final class Translation {
    private static final int MAX_DEPTH = 200;
    private static final int MAX_REPEAT = 1000;
    private static final String REPEATED = "invalid nested repetition operator";
    private static final String NAMED = "invalid named capture";

    private final String text;
    private final StringBuilder out = new StringBuilder();
    private final List<String> groups = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Deque<Flags> outer = new ArrayDeque<>();
    private Flags flags = new Flags(false, false);
    private boolean atom;
    private int repeatStart = -1;
    private int at;

    /** Flags that change what is written; the others Java knows itself. */
    private record Flags(boolean multiline, boolean lazy) {}

    Translation(String text) {
        this.text = text;
    }

    /** Names of the capturing groups in order, empty text for those without. */
    List<String> groups() {
        return List.copyOf(groups);
    }

    String run() {
        while (at < text.length()) {
            step();
        }
        if (!outer.isEmpty()) {
            throw RegexpException.syntax("missing closing )", text);
        }
        return out.toString();
    }

    private void step() {
        char c = text.charAt(at);
        switch (c) {
            case '(' -> open();
            case ')' -> close();
            case '|' -> plain("|", false);
            case '^' -> plain("^", true);
            case '$' -> plain(flags.multiline() ? "$" : "\\z", true);
            case '.' -> plain(".", true);
            case '[' -> {
                ClassTranslation set = new ClassTranslation(text, at);
                out.append(set.run());
                at = set.end();
                atom(true);
            }
            case '*', '+', '?' -> repeat(String.valueOf(c), at + 1);
            case '{' -> braces();
            case '\\' -> escape();
            default -> {
                int point = text.codePointAt(at);
                Escapes.append(out, point);
                at += Character.charCount(point);
                atom(true);
            }
        }
    }

    private void plain(String java, boolean repeatable) {
        out.append(java);
        at++;
        atom(repeatable);
    }

    private void atom(boolean repeatable) {
        atom = repeatable;
        repeatStart = -1;
    }

    private void repeat(String operator, int end) {
        int start = at;
        if (!atom) {
            throw RegexpException.syntax("missing argument to repetition operator", text.substring(start, end));
        }
        boolean lazyMark = text.startsWith("?", end);
        int after = lazyMark ? end + 1 : end;
        if (repeatStart >= 0) {
            throw RegexpException.syntax(REPEATED, text.substring(repeatStart, after));
        }
        out.append(operator).append(lazyMark != flags.lazy() ? "?" : "");
        at = after;
        repeatStart = start;
    }

    /** A count in braces, or a brace that means itself. */
    private void braces() {
        int close = at + 1;
        while (close < text.length() && "0123456789,".indexOf(text.charAt(close)) >= 0) {
            close++;
        }
        String inside = text.substring(at + 1, close);
        if (!text.startsWith("}", close) || !inside.matches("\\d+(,\\d*)?")) {
            plain("\\{", true);
            return;
        }
        String[] bounds = inside.split(",");
        boolean tooMany = bounds[0].length() > 4 || bounds.length > 1 && bounds[1].length() > 4;
        int low = tooMany ? 0 : Integer.parseInt(bounds[0]);
        int high = tooMany || bounds.length < 2 ? low : Integer.parseInt(bounds[1]);
        if (tooMany || low > MAX_REPEAT || high > MAX_REPEAT || low > high) {
            throw RegexpException.syntax("invalid repeat count", text.substring(at, close + 1));
        }
        repeat("{" + inside + "}", close + 1);
    }

    private void open() {
        if (outer.size() >= MAX_DEPTH) {
            throw RegexpException.syntax("expression nests too deeply", text);
        }
        if (!text.startsWith("(?", at)) {
            enter("(");
            groups.add("");
            at++;
        } else if (text.startsWith("(?P<", at) || text.startsWith("(?<", at)) {
            named(text.startsWith("(?P<", at) ? at + 4 : at + 3);
        } else {
            flags();
        }
    }

    private void enter(String java) {
        outer.push(flags);
        out.append(java);
        atom(false);
    }

    private void named(int start) {
        int end = text.indexOf('>', start);
        if (end < 0) {
            throw RegexpException.syntax(NAMED, text.substring(at));
        }
        String name = text.substring(start, end);
        if (!name.matches("[A-Za-z0-9_]+")) {
            throw RegexpException.syntax(NAMED, text.substring(at, end + 1));
        }
        if (!names.add(name)) {
            throw RegexpException.syntax("duplicate capture group name", name);
        }
        enter("(");
        groups.add(name);
        at = end + 1;
    }

    private void flags() {
        int start = at;
        StringBuilder kept = new StringBuilder();
        boolean on = true;
        boolean any = false;
        Flags changed = flags;
        for (int i = at + 2; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 'm') {
                changed = new Flags(on, changed.lazy());
                kept.append(c);
            } else if (c == 'U') {
                changed = new Flags(changed.multiline(), on);
            } else if (c == 'i' || c == 's') {
                kept.append(c);
            } else if (c == '-' && on) {
                on = false;
                any = false;
                kept.append(c);
                continue;
            } else if ((c == ':' || c == ')') && (on || any)) {
                finishFlags(c, kept.toString(), changed);
                at = i + 1;
                return;
            } else {
                throw RegexpException.syntax("invalid or unsupported Perl syntax", text.substring(start, i + 1));
            }
            any = true;
        }
        throw RegexpException.syntax("missing closing )", text);
    }

    private void finishFlags(char end, String kept, Flags changed) {
        String java = kept.endsWith("-") ? kept.substring(0, kept.length() - 1) : kept;
        if (end == ':') {
            enter("(?" + java + ":");
        } else if (!java.isEmpty()) {
            out.append("(?").append(java).append(')');
            atom(false);
        }
        flags = changed;
    }

    private void close() {
        if (outer.isEmpty()) {
            throw RegexpException.syntax("unexpected )", text);
        }
        flags = outer.pop();
        plain(")", true);
    }

    private void escape() {
        if (at + 1 >= text.length()) {
            throw RegexpException.syntax("trailing backslash at end of expression", "");
        }
        char c = text.charAt(at + 1);
        switch (c) {
            case 'A' -> anchor("\\A");
            case 'z' -> anchor("\\z");
            case 'b' -> anchor("(?:(?<=\\w)(?!\\w)|(?<!\\w)(?=\\w))");
            case 'B' -> anchor("(?:(?<=\\w)(?=\\w)|(?<!\\w)(?!\\w))");
            case 'Q' -> quoted();
            default -> {
                Escapes escapes = new Escapes(text, at);
                out.append(escapes.isClass() ? escapes.asClass() : Escapes.literal(escapes.point()));
                at = escapes.end();
                atom(true);
            }
        }
    }

    private void anchor(String java) {
        out.append(java);
        at += 2;
        atom(true);
    }

    private void quoted() {
        int end = text.indexOf("\\E", at + 2);
        String inside = text.substring(at + 2, end < 0 ? text.length() : end);
        inside.codePoints().forEach(point -> Escapes.append(out, point));
        at = end < 0 ? text.length() : end + 2;
        atom(!inside.isEmpty());
    }
}
