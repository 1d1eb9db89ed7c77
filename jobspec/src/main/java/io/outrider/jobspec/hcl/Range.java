package io.outrider.jobspec.hcl;

/**
 * A stretch of a source: characters {@code start} (inclusive) to {@code end} (exclusive). Lines and columns are worked
 * out when asked for, so a range costs three words.
 */
public record Range(Source source, int start, int end) {
    public int startLine() {
        return source.line(start);
    }

    /** In grapheme clusters, from 1. */
    public int startColumn() {
        return source.column(start);
    }

    public int endLine() {
        return source.line(end);
    }

    /** In grapheme clusters, from 1; one past the last. */
    public int endColumn() {
        return source.column(end);
    }

    public int startByte() {
        return source.byteOffset(start);
    }

    public int endByte() {
        return source.byteOffset(end);
    }

    /** The same in the file, where a text of JSON spells this one with escapes. */
    public Range inFile() {
        return source.spelled(this);
    }

    /** The source's own text, byte for byte. */
    public String text() {
        return source.text().substring(start, end);
    }

    /** From the start of this range to the end of another. */
    public Range to(Range last) {
        return new Range(source, start, Math.max(end, last.end));
    }

    /** The empty range at the end of this one. */
    public Range atEnd() {
        return new Range(source, end, end);
    }

    /** {@code file:line,column-column}, or {@code file:line,column-line,column} over several lines. */
    @Override
    public String toString() {
        String head = source.name() + ":" + startLine() + "," + startColumn() + "-";
        return startLine() == endLine() ? head + endColumn() : head + endLine() + "," + endColumn();
    }
}
