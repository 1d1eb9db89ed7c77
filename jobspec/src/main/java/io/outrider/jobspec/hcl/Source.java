package io.outrider.jobspec.hcl;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A text with a name, immutable, that can tell where an offset stands. Bytes that are not UTF-8 are kept as lone low
 * surrogates (U+DC80 to U+DCFF), so that every offset has a byte position and the lexer can refuse them in place.
 */
public final class Source {
    /** Longer lines are counted once. */
    private static final int LONG = 4_096;

    private static final int BROKEN = 0xDC00;

    private final String name;
    private final String text;
    private final Lines lines;
    private final @Nullable Spelling spelling;

    /** Made when first asked for; two threads may do so at the same time. */
    private volatile @Nullable Marks bytes;

    /** The same, of the long line that was asked for last. */
    private volatile @Nullable Marks columns;

    private Source(String name, String text) {
        this(name, text, null);
    }

    private Source(String name, String text, @Nullable Spelling spelling) {
        this.spelling = spelling;
        this.name = Objects.requireNonNull(name, "name");
        this.text = Objects.requireNonNull(text, "text");
        this.lines = Lines.of(text);
    }

    /** Where each character of a text, and its end, stands in the source that spells it with escapes. */
    private record Spelling(Source source, int[] offsets) {
        int at(int offset) {
            return offsets[offset];
        }
    }

    /** A source from characters. */
    public static Source of(String name, String text) {
        return new Source(name, text);
    }

    /**
     * A text that another source spells with escapes; places are those in that source.
     *
     * @param offsets where each character of the text stands in that source, and where the text ends
     */
    public static Source spelled(Source source, String text, int[] offsets) {
        return new Source(source.name(), text, new Spelling(source, offsets));
    }

    /** A source from the bytes of a file. Never fails: broken UTF-8 becomes characters that no token may hold. */
    public static Source of(String name, byte[] bytes) {
        try {
            return new Source(
                    name,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException broken) {
            return new Source(name, decodeLeniently(bytes));
        }
    }

    private static String decodeLeniently(byte[] bytes) {
        StringBuilder out = new StringBuilder(bytes.length);
        int at = 0;
        while (at < bytes.length) {
            int length = sequenceLength(bytes, at);
            if (length == 0) {
                out.append((char) (BROKEN + (bytes[at] & 0xFF)));
                at++;
            } else {
                out.append(new String(bytes, at, length, StandardCharsets.UTF_8));
                at += length;
            }
        }
        return out.toString();
    }

    private static int sequenceLength(byte[] bytes, int at) {
        int first = bytes[at] & 0xFF;
        int length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || at + length > bytes.length) {
            return 0;
        }
        String decoded = new String(bytes, at, length, StandardCharsets.UTF_8);
        return decoded.codePointCount(0, decoded.length()) == 1 && decoded.charAt(0) != '\uFFFD' || length == 1
                ? length
                : decoded.equals("\uFFFD") && first == 0xEF ? length : 0;
    }

    /** Whether {@code c} stands for a byte that is not part of valid UTF-8. */
    public static boolean isBroken(char c) {
        return c >= BROKEN + 0x80 && c <= BROKEN + 0xFF;
    }

    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    /** Line of a character offset, from 1. */
    public int line(int offset) {
        return spelling == null ? row(offset) : spelling.source().line(spelling.at(offset));
    }

    private int row(int offset) {
        return lines.row(offset);
    }

    /** Column of a character offset in grapheme clusters, from 1. */
    public int column(int offset) {
        if (spelling != null) {
            return spelling.source().column(spelling.at(offset));
        }
        int row = row(offset);
        int start = lines.start(row);
        boolean close = offset - start < LONG;
        return 1 + (close ? Marks.graphemes(text, start, offset) : columns(row).graphemes(offset));
    }

    private Marks columns(int row) {
        int start = lines.start(row);
        Marks marks = columns;
        if (marks == null || !marks.startAt(start)) {
            marks = Marks.ofGraphemes(text, start, lines.end(row));
            columns = marks;
        }
        return marks;
    }

    /** The same stretch of the source that spells this one, if there is one. */
    Range spelled(Range range) {
        return spelling == null
                ? range
                : new Range(spelling.source(), spelling.at(range.start()), spelling.at(range.end()));
    }

    /** Byte position in UTF-8 of a character offset, from 0. */
    public int byteOffset(int offset) {
        if (spelling != null) {
            return spelling.source().byteOffset(spelling.at(offset));
        }
        Marks marks = bytes;
        if (marks == null) {
            marks = Marks.ofBytes(text);
            bytes = marks;
        }
        return marks.bytes(offset);
    }

    /** The text of a line, from 1, without its line end. */
    public String lineText(int line) {
        int from = lines.start(line);
        int end = lines.end(line);
        int to = end > from && text.charAt(end - 1) == '\n' ? end - 1 : end;
        return text.substring(from, to > from && text.charAt(to - 1) == '\r' ? to - 1 : to);
    }

    /** How many grapheme clusters a text has. */
    public static int graphemes(String text) {
        return Marks.graphemes(text, 0, text.length());
    }
}
