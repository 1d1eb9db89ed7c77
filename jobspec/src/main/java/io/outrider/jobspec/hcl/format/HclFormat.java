package io.outrider.jobspec.hcl.format;

import io.outrider.jobspec.hcl.DeepStack;
import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.syntax.Hcl;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Lays out a file as the reference's formatter does: two columns for each level, one space between tokens, the
 * assignments and the comments at the line ends of neighbours one below the other. Line breaks and what is inside of
 * strings and heredocs stay. Pure; formatting twice gives the same text, and the meaning does not change.
 */
public final class HclFormat {

    private static final int INDENT = 2;

    private final List<Line> lines;
    private final int[] indents;

    private HclFormat(List<Line> lines) {
        this.lines = lines;
        this.indents = indents(lines);
    }

    /**
     * The text in canonical layout, with {@code \n} at the end of each line. Empty, with the reasons in
     * {@code diagnostics}, for a file that cannot be read. Blocks while a file that nests deeply is read.
     */
    public static Optional<String> format(Source source, Diagnostics diagnostics) {
        List<Diagnostic> found = faults(source);
        diagnostics.addAll(found);
        if (!found.isEmpty()) {
            return Optional.empty();
        }
        List<Line> lines = Pieces.lines(source).stream().map(Line::of).toList();
        return Optional.of(new HclFormat(lines).text());
    }

    private static List<Diagnostic> faults(Source source) {
        try {
            LimitExceeded.checkLength(source);
            return DeepStack.call(limits -> {
                Diagnostics found = new Diagnostics();
                Hcl.file(source, limits, found);
                if (!found.hasErrors()) {
                    encoding(source, found);
                }
                return found.hasErrors() ? found.list() : List.of();
            });
        } catch (LimitExceeded over) {
            return List.of(over.diagnostic());
        }
    }

    /** Comments may hold anything, but what is no UTF-8 cannot be written back as it was. One a line is told. */
    private static void encoding(Source source, Diagnostics found) {
        String text = source.text();
        for (int at = 0; at < text.length(); at++) {
            boolean broken =
                    Source.isBroken(text.charAt(at)) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
            if (broken) {
                found.add(Diagnostic.error(
                                "Invalid character encoding",
                                "Only files in UTF-8 can be laid out anew.",
                                new Range(source, at, at + 1))
                        .hint("Save the file in UTF-8 first, such as with: iconv -f ISO-8859-1 -t UTF-8."));
                int newline = text.indexOf('\n', at);
                at = newline < 0 ? text.length() : newline;
            }
        }
    }

    private String text() {
        int[] leads = widest(line -> !line.assign().isEmpty(), Line::leadWidth);
        int[] ends = new int[lines.size()];
        for (int i = 0; i < ends.length; i++) {
            Line line = lines.get(i);
            ends[i] = indents[i] + (line.assign().isEmpty() ? 0 : leads[i] - line.leadWidth()) + line.width();
        }
        int[] commented = widest(line -> !line.comment().isEmpty(), ends);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            if (!line.isEmpty()) {
                out.append(" ".repeat(indents[i])).append(line.lead());
            }
            if (!line.assign().isEmpty()) {
                out.append(" ".repeat(leads[i] - line.leadWidth() + 1)).append(line.assign());
            }
            if (!line.comment().isEmpty()) {
                out.append(" ".repeat(commented[i] - ends[i] + 1)).append(line.comment());
            }
            out.append('\n');
        }
        return out.toString();
    }

    private int[] widest(Predicate<Line> counts, ToIntFunction<Line> width) {
        return widest(counts, lines.stream().mapToInt(width).toArray());
    }

    /** For each line that counts, the largest width in its run of lines that do. */
    private int[] widest(Predicate<Line> counts, int[] widths) {
        int[] found = new int[widths.length];
        int start = 0;
        while (start < found.length) {
            int end = start;
            int most = 0;
            while (end < found.length && counts.test(lines.get(end))) {
                most = Math.max(most, widths[end]);
                end++;
            }
            for (int i = start; i < end; i++) {
                found[i] = most;
            }
            start = end + 1;
        }
        return found;
    }

    /** Columns before each line. What one line opens, however many brackets, is one level. */
    private static int[] indents(List<Line> lines) {
        int[] found = new int[lines.size()];
        Deque<Integer> levels = new ArrayDeque<>();
        for (int i = 0; i < found.length; i++) {
            int brackets = lines.get(i).brackets();
            close(levels, -brackets);
            found[i] = INDENT * levels.size();
            if (brackets > 0) {
                levels.push(brackets);
            }
        }
        return found;
    }

    private static void close(Deque<Integer> levels, int brackets) {
        int left = brackets;
        while (left > 0 && !levels.isEmpty()) {
            int open = levels.pop();
            if (open > left) {
                levels.push(open - left);
            }
            left -= open;
        }
    }
}
