package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.syntax.TemplatePart.Text;
import java.util.ArrayList;
import java.util.List;

/** Takes the common indentation off the lines of a {@code <<-} heredoc, in the reference's own way. */
final class Heredoc {
    private Heredoc() {}

    /** Blank lines do not count; a line that a trim mark joined to the one before keeps its indentation. */
    static void unindent(List<TemplatePart> parts) {
        int smallest = Integer.MAX_VALUE;
        List<Text> lineStarts = new ArrayList<>();
        boolean lineStart = true;
        for (TemplatePart part : parts) {
            boolean starts = lineStart;
            lineStart = part instanceof Text text && text.value().endsWith("\n");
            if (starts && !isBlankLine(part)) {
                smallest = Math.min(smallest, indentation(part));
                if (part instanceof Text text) {
                    lineStarts.add(text);
                }
            }
        }
        for (Text text : lineStarts) {
            text.value(text.value().substring(Math.min(smallest, text.value().length())));
        }
    }

    private static boolean isBlankLine(TemplatePart part) {
        return part instanceof Text text
                && text.value().endsWith("\n")
                && text.value().isBlank();
    }

    private static int indentation(TemplatePart part) {
        if (!(part instanceof Text text)) {
            return 0;
        }
        String value = text.value();
        return Source.graphemes(
                value.substring(0, value.length() - value.stripLeading().length()));
    }
}
