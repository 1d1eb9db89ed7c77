package io.outrider.jobspec.hcl.function.encoding;

import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.value.Value;
import java.util.Map;

/** Values as YAML: text always in quotes, or as a block where it has several lines. */
final class YamlWriter {
    private final StringBuilder out = new StringBuilder();
    private final Budget budget;

    private YamlWriter(Budget budget) {
        this.budget = budget;
    }

    static String write(Value value, Budget budget) {
        YamlWriter writer = new YamlWriter(budget);
        writer.value(value, 0);
        boolean plain = !(value instanceof Value.Str) && !value.iterable();
        return writer.out.append(plain ? "\n...\n" : "\n").toString();
    }

    /** A value, the cursor being where it starts; ends without a line end. */
    private void value(Value value, int indent) {
        budget.spend(2L + indent, null);
        if (value.iterable() && value.elements().isEmpty()) {
            out.append(value.isMapping() ? "{}" : "[]");
        } else if (value.isMapping()) {
            mapping(value, indent);
        } else if (value.isSequence()) {
            sequence(value, indent);
        } else if (value instanceof Value.Str text) {
            text(text.text(), indent);
        } else if (value instanceof Value.Number number) {
            if (number.number().isInfinite()) {
                throw new FunctionException("an infinite number cannot be written as YAML", 0);
            }
            out.append(number.number().text());
        } else {
            out.append(value instanceof Value.Bool bool ? String.valueOf(bool.value()) : "null");
        }
    }

    private void mapping(Value value, int indent) {
        boolean first = true;
        for (Map.Entry<String, Value> entry : value.entries().entrySet()) {
            newLine(first, indent);
            first = false;
            quoted(entry.getKey());
            out.append(':');
            Value inner = entry.getValue();
            boolean below = inner.iterable() && !inner.elements().isEmpty();
            int deeper = inner.isMapping() ? indent + 2 : indent;
            out.append(below ? "\n" + " ".repeat(deeper) : " ");
            value(inner, below ? deeper : indent);
        }
    }

    private void sequence(Value value, int indent) {
        boolean first = true;
        for (Value item : value.elements()) {
            newLine(first, indent);
            first = false;
            out.append("- ");
            value(item, indent + 2);
        }
    }

    private void newLine(boolean first, int indent) {
        if (!first) {
            out.append('\n').append(" ".repeat(indent));
        }
    }

    private void text(String text, int indent) {
        budget.spend(text.length(), null);
        boolean block = text.indexOf('\n') >= 0
                && text.chars().allMatch(c -> c == '\n' || isPlain((char) c))
                && !text.startsWith(" ")
                && !text.startsWith("\n");
        if (!block) {
            quoted(text);
            return;
        }
        String pad = " ".repeat(indent + 2);
        boolean ended = text.endsWith("\n");
        boolean extra = text.endsWith("\n\n");
        String body = ended ? text.substring(0, text.length() - 1) : text;
        out.append(ended ? extra ? "|+" : "|" : "|-");
        for (String line : body.split("\n", -1)) {
            out.append('\n').append(line.isEmpty() ? "" : pad + line);
        }
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && !(c >= 0x7F && c <= 0xA0) && "\u2028\u2029\uFEFF\uFFFE\uFFFF".indexOf(c) < 0;
    }

    private void quoted(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int special = "\0\u0007\b\t\n\u000B\f\r\u001B\"\\\u0085\u00A0\u2028\u2029".indexOf(c);
            if (special >= 0) {
                out.append('\\').append("0abtnvfre\"\\N_LP".charAt(special));
            } else {
                out.append(isPlain(c) ? String.valueOf(c) : String.format("\\u%04X", (int) c));
            }
        }
        out.append('"');
    }
}
