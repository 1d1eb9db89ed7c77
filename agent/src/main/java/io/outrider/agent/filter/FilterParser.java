package io.outrider.agent.filter;

import io.outrider.jobspec.regexp.Regexp;
import io.outrider.jobspec.regexp.RegexpException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Reads the filter language. Faults name the place and what could stand there. */
final class FilterParser {

    private static final String OPERATORS =
            "\"!=\", \"==\", \"contains\", \"in\", \"is\", \"matches\", \"not\" or [ \\t\\r\\n]";
    private static final String VALUES = "\"-\", \"0\", \"\\\"\", \"`\", [ \\t\\r\\n], [1-9] or [a-zA-Z]";
    private static final String BEGINNINGS =
            "\"(\", \"-\", \"0\", \"\\\"\", \"`\", \"not\", [ \\t\\r\\n], [1-9] or [a-zA-Z]";
    private static final int DEEPEST = 200;
    private static final int LONGEST = 64 << 10;

    private final String text;
    private int at;
    private int depth;

    FilterParser(String text) {
        this.text = text;
    }

    Expression parse() {
        if (text.length() > LONGEST) {
            throw FilterException.syntax("the filter is longer than " + LONGEST + " characters");
        }
        Expression whole = or();
        if (at < text.length()) {
            throw unexpected("\"and\", \"or\", [ \\t\\r\\n] or EOF");
        }
        return whole;
    }

    private Expression or() {
        return chain("or", this::and, Expression.Or::new);
    }

    private Expression and() {
        return chain("and", this::term, Expression.And::new);
    }

    private Expression chain(
            String word,
            java.util.function.Supplier<Expression> part,
            BiFunction<Expression, Expression, Expression> join) {
        Expression left = part.get();
        space();
        while (word(word)) {
            left = join.apply(left, part.get());
            space();
        }
        return left;
    }

    private Expression term() {
        if (++depth > DEEPEST) {
            throw FilterException.syntax("the filter nests deeper than " + DEEPEST + " levels");
        }
        space();
        Expression term;
        if (word("not")) {
            term = new Expression.Not(term());
        } else if (sign("(")) {
            term = or();
            space();
            if (!sign(")")) {
                throw unexpected("\")\" or [ \\t\\r\\n]");
            }
        } else {
            term = match();
        }
        depth--;
        return term;
    }

    private Expression match() {
        int begin = at;
        boolean quoted = isQuote();
        String value = value(BEGINNINGS, true);
        space();
        if (quoted || !isName(value)) {
            boolean pointer = quoted && value.startsWith("/");
            if (!pointer || isMembership()) {
                return membership(value);
            }
            return compare(new Selector(List.of(value.substring(1).split("/"))));
        }
        if (isMembership()) {
            return membership(value);
        }
        at = begin;
        Selector selector = selector();
        space();
        return compare(selector);
    }

    private boolean isMembership() {
        int begin = at;
        boolean found = word("in");
        if (!found && word("not")) {
            space();
            found = word("in");
        }
        at = begin;
        return found;
    }

    private Expression membership(String value) {
        boolean not = word("not");
        space();
        if (!word("in")) {
            throw unexpected("\"in\", \"not\" or [ \\t\\r\\n]");
        }
        space();
        return negated(not, new Expression.Contains(selector(), value));
    }

    private Expression compare(Selector selector) {
        if (sign("==")) {
            return new Expression.Equal(selector, value());
        }
        if (sign("!=")) {
            return new Expression.Not(new Expression.Equal(selector, value()));
        }
        if (word("is")) {
            return is(selector);
        }
        boolean not = word("not");
        space();
        if (word("contains")) {
            return negated(not, new Expression.Contains(selector, value()));
        }
        if (word("matches")) {
            return negated(not, new Expression.Matches(selector, pattern()));
        }
        throw unexpected(OPERATORS);
    }

    private Expression is(Selector selector) {
        space();
        boolean not = word("not");
        space();
        if (word("empty")) {
            return negated(not, new Expression.Empty(selector));
        }
        if (word("nil")) {
            return negated(not, new Expression.Nil(selector));
        }
        throw unexpected("\"empty\", \"nil\", \"not\" or [ \\t\\r\\n]");
    }

    private static Expression negated(boolean not, Expression inner) {
        return not ? new Expression.Not(inner) : inner;
    }

    private Regexp pattern() {
        String pattern = value();
        try {
            return Regexp.compile(pattern);
        } catch (RegexpException e) {
            throw FilterException.syntax("failed to compile regular expression \"" + pattern + "\": " + e.getMessage());
        }
    }

    private Selector selector() {
        if (isQuote()) {
            return new Selector(List.of(value().substring(1).split("/")));
        }
        List<String> steps = new ArrayList<>();
        steps.add(name());
        while (at < text.length() && (text.charAt(at) == '.' || text.charAt(at) == '[')) {
            if (text.charAt(at++) == '.') {
                steps.add(name());
            } else {
                steps.add(value());
                if (!sign("]")) {
                    throw unexpected("\"]\"");
                }
            }
        }
        return new Selector(steps);
    }

    private String name() {
        int begin = at;
        while (at < text.length() && isNamePart(text.charAt(at), at > begin)) {
            at++;
        }
        if (at == begin) {
            throw unexpected("[a-zA-Z]");
        }
        return text.substring(begin, at);
    }

    private static boolean isNamePart(char c, boolean inside) {
        return Character.isLetter(c) && c < 128 || inside && (Character.isDigit(c) || c == '_' || c == '/');
    }

    private static boolean isName(String value) {
        return !value.isEmpty() && Character.isLetter(value.charAt(0));
    }

    private String value() {
        space();
        return value(VALUES, false);
    }

    /** @param path whether brackets belong to a word */
    private String value(String expected, boolean path) {
        if (at >= text.length()) {
            throw unexpected(expected);
        }
        char first = text.charAt(at);
        if (first == '"' || first == '`') {
            return quoted(first);
        }
        int begin = at;
        while (at < text.length() && isWord(text.charAt(at))) {
            at++;
        }
        if (at == begin) {
            throw unexpected(expected);
        }
        if (path && at < text.length() && text.charAt(at) == '[') {
            while (at < text.length() && text.charAt(at) != ' ') {
                at++;
            }
        }
        return text.substring(begin, at);
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || "_.-/:".indexOf(c) >= 0;
    }

    private String quoted(char quote) {
        StringBuilder value = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                return value.toString();
            }
            if (c == '\\' && quote == '"' && at + 1 < text.length()) {
                String escaped = String.valueOf(text.charAt(++at));
                value.append(Filter.escapes().getOrDefault(escaped, escaped));
            } else {
                value.append(c);
            }
        }
        throw FilterException.syntax(place() + ": Unterminated string literal");
    }

    private boolean isQuote() {
        return at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '`');
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean sign(String sign) {
        boolean found = text.startsWith(sign, at);
        at += found ? sign.length() : 0;
        return found;
    }

    private boolean word(String word) {
        int end = at + word.length();
        boolean found = text.startsWith(word, at) && (end >= text.length() || !isWord(text.charAt(end)));
        at = found ? end : at;
        return found;
    }

    private FilterException unexpected(String expected) {
        return FilterException.syntax(place() + ": no match found, expected: " + expected);
    }

    private String place() {
        String before = text.substring(0, Math.min(at, text.length()));
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        int column = before.length() - before.lastIndexOf('\n');
        return line + ":" + column + " (" + before.length() + ")";
    }
}
