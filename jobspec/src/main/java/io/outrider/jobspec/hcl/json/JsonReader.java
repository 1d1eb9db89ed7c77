package io.outrider.jobspec.hcl.json;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.value.Num;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads JSON and stops at the first fault. */
final class JsonReader {
    private final Source source;
    private final String text;
    private final Limits limits;
    private int at;
    private int depth;
    private int read;

    private JsonReader(Source source, Limits limits) {
        this.source = source;
        this.text = source.text();
        this.limits = limits;
        this.at = text.startsWith("\uFEFF") ? 1 : 0;
    }

    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Diagnostic diagnostic;

        Broken(Diagnostic diagnostic) {
            super(diagnostic.summary(), null, false, false);
            this.diagnostic = diagnostic;
        }
    }

    /** The tree of the whole source; empty with a diagnostic if it is no JSON. */
    static Optional<JsonTree> read(Source source, Limits limits, Diagnostics diagnostics) {
        JsonReader reader = new JsonReader(source, limits);
        try {
            JsonTree tree = reader.value();
            reader.skipBlanks();
            if (reader.at < reader.text.length()) {
                throw reader.broken(
                        "Extraneous data after value", "Extra characters appear after the JSON value.", reader.here());
            }
            return Optional.of(tree);
        } catch (Broken broken) {
            diagnostics.add(broken.diagnostic);
            return Optional.empty();
        }
    }

    private Broken broken(String summary, String detail, Range where) {
        return new Broken(Diagnostic.error(summary, detail, where));
    }

    private Range here() {
        boolean pair = at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
        return new Range(source, at, Math.min(text.length(), at + (pair ? 2 : 1)));
    }

    private Range range(int start) {
        return new Range(source, start, at);
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean nextIs(char wanted) {
        skipBlanks();
        return at < text.length() && text.charAt(at) == wanted;
    }

    private JsonTree value() {
        skipBlanks();
        count();
        if (at >= text.length()) {
            throw broken("Missing JSON value", "A JSON value must start here, but the text ends.", here());
        }
        char c = text.charAt(at);
        if (c == '{' || c == '[') {
            return nested(c);
        }
        if (c == '"') {
            return string();
        }
        return c == '-' || c >= '0' && c <= '9' ? number() : word();
    }

    private void count() {
        if (++read > Limits.TOKENS) {
            throw new LimitExceeded(
                    Diagnostic.error(
                            "Text too large",
                            "A text in JSON may have at most " + Limits.TOKENS + " names and values.",
                            here()),
                    false);
        }
    }

    private JsonTree nested(char open) {
        if (++depth > limits.depth()) {
            throw new LimitExceeded(
                    Diagnostic.error(
                            "Nesting too deep",
                            "Objects and arrays may nest at most " + limits.depth() + " levels.",
                            here()),
                    true);
        }
        JsonTree tree = open == '{' ? object() : array();
        depth--;
        return tree;
    }

    private JsonTree object() {
        Range open = here();
        int start = at++;
        List<JsonTree.Field> fields = new ArrayList<>();
        while (!nextIs('}')) {
            if (at >= text.length()) {
                throw broken("Unclosed object", "No closing brace was found for this JSON object.", open);
            }
            if (text.charAt(at) != '"') {
                throw name();
            }
            count();
            JsonTree.Text name = string();
            if (!nextIs(':')) {
                throw missingColon(open);
            }
            at++;
            fields.add(new JsonTree.Field(name.value(), name.range(), value()));
            comma('}', "object", open);
        }
        at++;
        return new JsonTree.Fields(List.copyOf(fields), range(start));
    }

    private Broken name() {
        boolean single = text.charAt(at) == '\'';
        return single
                ? broken(
                        "Invalid start of value",
                        "A JSON value must start with a brace, a bracket, a number, a string, or a keyword. Names and"
                                + " text stand in double quotes.",
                        here())
                : broken("Invalid object property name", "A JSON object property name must be a string.", here());
    }

    private Broken missingColon(Range open) {
        return at >= text.length()
                ? broken("Unclosed object", "No closing brace was found for this JSON object.", open)
                : broken(
                        "Missing property value colon",
                        "A colon must appear between an object property's name and its value.",
                        here());
    }

    private JsonTree array() {
        Range open = here();
        int start = at++;
        List<JsonTree> items = new ArrayList<>();
        while (!nextIs(']')) {
            if (at >= text.length()) {
                throw broken("Unclosed array", "No closing bracket was found for this JSON array.", open);
            }
            items.add(value());
            comma(']', "array", open);
        }
        at++;
        return new JsonTree.Array(List.copyOf(items), range(start));
    }

    private void comma(char close, String what, Range open) {
        if (nextIs(',')) {
            Range comma = here();
            at++;
            if (nextIs(close)) {
                throw broken(
                        "Trailing comma in " + what,
                        "JSON does not permit a trailing comma after the final "
                                + (close == '}' ? "property in an object." : "value in an array."),
                        comma);
            }
        } else if (at >= text.length()) {
            throw broken(
                    "Unclosed " + what,
                    "No closing " + (close == '}' ? "brace" : "bracket") + " was found for this JSON " + what + ".",
                    open);
        } else if (!nextIs(close)) {
            throw broken(
                    "Missing attribute seperator comma",
                    "A comma must appear between each "
                            + (close == '}' ? "property definition in an object." : "value in an array."),
                    here());
        }
    }

    private JsonTree.Text string() {
        int start = at++;
        StringBuilder value = new StringBuilder();
        boolean escaped = false;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at);
            if (c < 0x20 || Source.isBroken(c) && !Character.isHighSurrogate(text.charAt(at - 1))) {
                throw broken("Invalid JSON string", "Control characters and broken UTF-8 must be escaped.", here());
            }
            escaped |= c == '\\';
            value.append(c == '\\' ? escape() : c);
            at++;
        }
        if (at >= text.length()) {
            at = start;
            throw broken("Invalid JSON string", "There is no closing quote for this text.", here());
        }
        at++;
        return new JsonTree.Text(value.toString(), escaped, range(start));
    }

    private char escape() {
        at++;
        char c = at < text.length() ? text.charAt(at) : ' ';
        int simple = "\"\\/bfnrt".indexOf(c);
        if (simple >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(simple);
        }
        boolean hex = c == 'u'
                && at + 4 < text.length()
                && text.substring(at + 1, at + 5).matches("[0-9A-Fa-f]{4}");
        if (!hex) {
            throw broken("Invalid JSON string", "A backslash starts no known escape here.", here());
        }
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
    }

    private JsonTree number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(start, at);
        boolean fine = digits.length() <= Num.MAX_CHARACTERS
                && digits.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]{1,9})?");
        if (!fine) {
            throw broken("Invalid JSON number", "There is a syntax error in this JSON number.", range(start));
        }
        return new JsonTree.Numeral(new BigDecimal(digits), range(start));
    }

    private JsonTree word() {
        int start = at;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "true", "false" -> new JsonTree.Truth(word.equals("true"), range(start));
            case "null" -> new JsonTree.Nothing(range(start));
            case "" ->
                throw broken(
                        "Invalid start of value",
                        "A JSON value must start with a brace, a bracket, a number, a string, or a keyword.",
                        here());
            default ->
                throw broken("Invalid JSON keyword", "\"" + word + "\" is not a valid JSON keyword.", range(start));
        };
    }
}
