package io.outrider.jobspec.corpus;

import io.outrider.jobspec.ParseResult;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the reference says against a file, to be found again in our diagnostics: the same line, and a column within the
 * token that it points at.
 *
 * @param line 0 for no place
 */
record Complaint(int line, int column, int endLine, int endColumn, String summary) {
    private static final Pattern LINE =
            Pattern.compile("^(?:<nil>|([^\\n]*?):(\\d+),(\\d+)-(?:(\\d+),)?(\\d+)): (.*?); ?(.*)$");

    /** Follows most failed expressions and says nothing new. */
    private static final String ECHO = "Unsuitable value: value must be known";

    /** The diagnostics of a printed error, in order. */
    static List<Complaint> printed(String text) {
        List<Complaint> all = new ArrayList<>();
        text.lines().forEach(line -> {
            Matcher m = LINE.matcher(line);
            if (m.matches() && !m.group(7).startsWith(ECHO)) {
                int from = number(m.group(2));
                int to = m.group(4) == null ? from : number(m.group(4));
                all.add(new Complaint(from, number(m.group(3)), to, number(m.group(5)), m.group(6)));
            }
        });
        return all;
    }

    private static int number(String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** Whether one of the diagnostics stands in the same place. */
    boolean isAmong(List<Diagnostic> diagnostics) {
        return diagnostics.stream().anyMatch(this::matches);
    }

    private boolean matches(Diagnostic diagnostic) {
        Range range = diagnostic.range();
        if (line == 0) {
            return range == null || diagnostic.summary().equals(summary);
        }
        if (range == null || range.startLine() != line) {
            return false;
        }
        int ours = range.startColumn();
        boolean within = ours >= column && (endLine > line || ours <= Math.max(endColumn, column));
        boolean around = ours <= column && (range.endLine() > line || range.endColumn() >= column);
        return within || around;
    }

    /** What of {@code wanted} is not in our diagnostics, or empty. */
    static String missing(List<Complaint> wanted, ParseResult result) {
        if (result instanceof ParseResult.Parsed) {
            return "accepted: " + wanted;
        }
        List<Complaint> missing =
                wanted.stream().filter(c -> !c.isAmong(result.diagnostics())).toList();
        return missing.isEmpty() ? "" : "missing " + missing + " in " + result.diagnostics();
    }

    /** Like {@link #missing}, and the summary of the first must be the same too. */
    static String missingOrOther(List<Complaint> wanted, ParseResult result) {
        String missing = missing(wanted, result);
        if (!missing.isEmpty() || wanted.isEmpty()) {
            return missing;
        }
        String first = Objects.requireNonNull(wanted.get(0).summary());
        boolean there = result.diagnostics().stream().anyMatch(d -> d.summary().equals(first));
        return there ? "" : "no \"" + first + "\" in " + result.diagnostics();
    }
}
