package io.outrider.jobspec.hcl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Diagnostics as data for programs: maps and texts in a stable order, absent where there is nothing to say. */
public final class DiagnosticJson {
    private DiagnosticJson() {}

    /** All of them. */
    public static List<Map<String, Object>> of(List<Diagnostic> diagnostics) {
        return diagnostics.stream().map(DiagnosticJson::of).toList();
    }

    private static Map<String, Object> of(Diagnostic diagnostic) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("severity", diagnostic.isError() ? "error" : "warning");
        json.put("summary", diagnostic.summary());
        json.put("detail", diagnostic.detail());
        Range range = diagnostic.range();
        if (range != null) {
            json.put("range", range(range));
        }
        putIfThere(json, "hint", diagnostic.hint());
        return json;
    }

    private static void putIfThere(Map<String, Object> json, String name, @Nullable String text) {
        if (text != null && !text.isEmpty()) {
            json.put(name, text);
        }
    }

    private static Map<String, Object> range(Range range) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("filename", range.source().name());
        json.put("start", place(range.startLine(), range.startColumn(), range.startByte()));
        json.put("end", place(range.endLine(), range.endColumn(), range.endByte()));
        return json;
    }

    private static Map<String, Object> place(int line, int column, int offset) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("line", line);
        json.put("column", column);
        json.put("byte", offset);
        return json;
    }
}
