package io.outrider.jobspec.hcl.function.encoding;

import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.value.JsonValues;
import io.outrider.jobspec.hcl.value.Value;
import java.util.Map;
import tools.jackson.core.JacksonException;

/** Values to JSON text and back, as Go writes it. */
public final class JsonText {
    private JsonText() {}

    public static String encode(Value value, Budget budget) {
        StringBuilder out = new StringBuilder();
        write(value, out, budget);
        return out.toString();
    }

    private static void write(Value value, StringBuilder out, Budget budget) {
        budget.spend(2, null);
        if (value instanceof Value.Str text) {
            budget.spend(text.text().length(), null);
            quote(text.text(), out);
        } else if (value instanceof Value.Number number) {
            if (number.number().isInfinite()) {
                throw new FunctionException("an infinite number cannot be written as JSON", 0);
            }
            out.append(number.number().text());
        } else if (value instanceof Value.Bool bool) {
            out.append(bool.value());
        } else if (value.isSequence()) {
            list(value, out, budget);
        } else if (value.isMapping()) {
            object(value, out, budget);
        } else {
            out.append("null");
        }
    }

    private static void list(Value value, StringBuilder out, Budget budget) {
        out.append('[');
        String comma = "";
        for (Value item : value.elements()) {
            out.append(comma);
            write(item, out, budget);
            comma = ",";
        }
        out.append(']');
    }

    private static void object(Value value, StringBuilder out, Budget budget) {
        out.append('{');
        String comma = "";
        for (Map.Entry<String, Value> entry : value.entries().entrySet()) {
            out.append(comma);
            quote(entry.getKey(), out);
            out.append(':');
            write(entry.getValue(), out, budget);
            comma = ",";
        }
        out.append('}');
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    boolean escaped = c < 0x20 || "<>&\u2028\u2029".indexOf(c) >= 0;
                    out.append(escaped ? String.format("\\u%04x", (int) c) : String.valueOf(c));
                }
            }
        }
        out.append('"');
    }

    public static Value decode(String text, Budget budget) {
        if (text.isBlank()) {
            throw new FunctionException("EOF");
        }
        try {
            budget.spend(text.length(), null);
            return JsonValues.read(text);
        } catch (JacksonException broken) {
            throw new FunctionException(broken.getOriginalMessage());
        }
    }
}
