package io.outrider.jobspec.hcl;

import java.util.List;
import java.util.stream.Collectors;

/** Diagnostics as text for people: the place, the source line, a caret under the range, and the hint. */
public final class DiagnosticText {
    /** Longer lines are cut around the place, or a minified file would flood the terminal. */
    private static final int WIDTH = 160;

    private DiagnosticText() {}

    /** All of them, an empty line between two. */
    public static String render(List<Diagnostic> diagnostics) {
        return diagnostics.stream().map(DiagnosticText::render).collect(Collectors.joining("\n\n"));
    }

    /** The first {@code most} of them, and how many more there are. */
    public static String render(List<Diagnostic> diagnostics, int most) {
        int more = diagnostics.size() - most;
        return more <= 0
                ? render(diagnostics)
                : render(diagnostics.subList(0, most)) + "\n\n... and "
                        + (diagnostics.size() < Diagnostics.LIMIT ? "" : "at least ") + more + " more";
    }

    /** One of them. */
    public static String render(Diagnostic diagnostic) {
        StringBuilder out = new StringBuilder();
        out.append(diagnostic.isError() ? "Error: " : "Warning: ").append(diagnostic.summary());
        Range range = diagnostic.range();
        if (range != null) {
            out.append("\n  at ").append(range).append('\n').append(excerpt(range));
        }
        out.append("\n  ").append(diagnostic.detail().replace("\n", "\n  "));
        if (diagnostic.hint() != null) {
            out.append("\n  Hint: ").append(diagnostic.hint());
        }
        return out.toString();
    }

    private static String excerpt(Range range) {
        int line = range.startLine();
        String text = range.source().lineText(line);
        int lineStart = range.start() - offsetInLine(range);
        int from = Math.min(offsetInLine(range), text.length());
        int to = Math.max(from, Math.min(range.end() - lineStart, text.length()));
        int cut = from > WIDTH / 2 && text.length() > WIDTH ? from - WIDTH / 2 : 0;
        String shown = text.substring(cut, Math.min(text.length(), cut + WIDTH));
        int caretEnd = Math.min(to, cut + shown.length());
        String gutter = String.format("%4d | ", line);
        return gutter
                + clean(shown)
                + "\n"
                + " ".repeat(gutter.length() - 2)
                + "| "
                + blank(text.substring(cut, from))
                + "^".repeat(Math.max(1, Source.graphemes(text.substring(from, Math.max(from, caretEnd)))));
    }

    private static int offsetInLine(Range range) {
        int lastNewline = range.source().text().lastIndexOf('\n', range.start() - 1);
        return range.start() - lastNewline - 1;
    }

    private static String blank(String before) {
        StringBuilder out = new StringBuilder();
        before.codePoints().forEach(c -> out.append(c == '\t' ? '\t' : ' '));
        int graphemes = Source.graphemes(before);
        return before.indexOf('\t') < 0 ? " ".repeat(graphemes) : out.toString();
    }

    /** Control characters would act on the terminal instead of being seen. */
    private static String clean(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            out.append(c != '\t' && Character.isISOControl(c) || Source.isBroken(c) && !paired(text, i) ? '?' : c);
        }
        return out.toString();
    }

    private static boolean paired(String text, int at) {
        return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
}
