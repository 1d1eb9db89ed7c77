package io.outrider.agent.cli.job;

import io.outrider.agent.cli.run.UserException;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.DiagnosticJson;
import io.outrider.jobspec.hcl.Range;
import io.outrider.state.model.Json;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Diagnostics as JSON. What is not known is absent. */
final class JsonFindings implements Findings {

    /** On each side of the marked text: files may be a single line. */
    private static final int WIDTH = 160;

    private final PrintStream out;

    JsonFindings(PrintStream out) {
        this.out = out;
    }

    @Override
    public void tell(ReadJob read) {
        read.diagnostics().forEach(diagnostic -> print(diagnostic(diagnostic), out));
        out.flush();
    }

    @Override
    public void conclude(ReadJob read, PrintStream to) {
        List<String> notes = read.isGood() ? read.notes() : List.of();
        notes.forEach(note -> print(Map.of("kind", "note", "text", note), to));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", "validation");
        fields.put("valid", read.isGood());
        read.job().ifPresent(job -> fields.put("job", job.id()));
        fields.put("errors", read.errors());
        fields.put("warnings", read.warnings());
        print(fields, to);
        to.flush();
    }

    @Override
    public ReadJob unreadable(UserException reason) {
        return ReadJob.unreadable(String.valueOf(reason.getMessage()));
    }

    private static Map<String, Object> diagnostic(Diagnostic diagnostic) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", "diagnostic");
        DiagnosticJson.of(List.of(diagnostic))
                .forEach(parts -> parts.forEach(
                        (name, value) -> fields.put(name, value instanceof String text ? whole(text) : value)));
        if (diagnostic.range() != null) {
            fields.put("snippet", snippet(diagnostic.range()));
        }
        return fields;
    }

    /** The line in which the range begins: its three parts make the line, unless it is very long. */
    private static Map<String, Object> snippet(Range range) {
        String text = range.source().text();
        String line = range.source().lineText(range.startLine());
        int from = Math.min(range.start() - text.lastIndexOf('\n', range.start() - 1) - 1, line.length());
        int to = Math.min(line.length(), from + range.end() - range.start());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("before", whole(line.substring(Math.max(0, from - WIDTH), from)));
        fields.put("marked", whole(line.substring(from, Math.min(to, from + WIDTH))));
        fields.put("after", whole(line.substring(to, Math.min(line.length(), to + WIDTH))));
        return fields;
    }

    /** Without the halves of characters that broken or cut text has: JSON cannot hold them. */
    private static String whole(String text) {
        StringBuilder all = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c <= Character.MAX_VALUE && Character.isSurrogate((char) c) ? '\uFFFD' : c)
                .forEach(all::appendCodePoint);
        return all.toString();
    }

    private static void print(Map<String, Object> fields, PrintStream to) {
        byte[] json = Json.bytes(fields);
        to.write(json, 0, json.length);
        to.write('\n');
    }
}
