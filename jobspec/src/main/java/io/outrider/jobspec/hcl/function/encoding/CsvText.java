package io.outrider.jobspec.hcl.function.encoding;

import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Comma-separated values with a line of column names. */
final class CsvText {
    private final String text;
    private int at;
    private int line = 1;

    private CsvText(String text) {
        this.text = text.replace("\r\n", "\n");
    }

    /** A list of objects, one per line. */
    static Value decode(String text, Budget budget) {
        return new CsvText(text).read(budget);
    }

    private Value read(Budget budget) {
        List<String> names = record();
        if (names.isEmpty()) {
            throw new FunctionException("missing header line");
        }
        Set<String> known = new HashSet<>();
        for (String name : names) {
            if (!known.add(name)) {
                throw new FunctionException("duplicate column name \"" + name + "\"");
            }
        }
        List<Value> rows = new ArrayList<>();
        for (List<String> row = record(); !row.isEmpty(); row = record()) {
            budget.spend(row.size(), null);
            if (row.size() != names.size()) {
                throw fault(line - 1, "wrong number of fields");
            }
            Map<String, Value> fields = new TreeMap<>();
            for (int i = 0; i < row.size(); i++) {
                fields.put(names.get(i), Value.str(row.get(i)));
            }
            rows.add(Value.object(fields));
        }
        Type element = rows.isEmpty() ? Type.ANY : rows.get(0).type();
        return Value.list(element, rows);
    }

    private static FunctionException fault(int line, String why) {
        return new FunctionException("CSV parse error on line " + line + ": " + why);
    }

    /** The fields of the next line that is not empty; none at the end. */
    private List<String> record() {
        while (at < text.length() && text.charAt(at) == '\n') {
            at++;
            line++;
        }
        List<String> fields = new ArrayList<>();
        boolean more = at < text.length();
        while (more) {
            fields.add(text.startsWith("\"", at) ? quoted() : bare());
            more = text.startsWith(",", at);
            at++;
        }
        line++;
        return fields;
    }

    private String bare() {
        int start = at;
        while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
            if (text.charAt(at) == '"') {
                throw fault(line, "bare \" in non-quoted-field");
            }
            at++;
        }
        return text.substring(start, at);
    }

    private String quoted() {
        StringBuilder field = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '"') {
                line += c == '\n' ? 1 : 0;
                field.append(c);
            } else if (text.startsWith("\"", at)) {
                field.append('"');
                at++;
            } else if (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
                throw fault(line, "extraneous or missing \" in quoted-field");
            } else {
                return field.toString();
            }
        }
        throw fault(line, "extraneous or missing \" in quoted-field");
    }
}
