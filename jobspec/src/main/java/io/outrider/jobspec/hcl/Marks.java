package io.outrider.jobspec.hcl;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many grapheme clusters, or bytes, come before some places of a stretch of text, so that only what lies between a
 * place and the mark before it is counted: a file may be one line, and have hundreds of faults in it. Immutable.
 */
final class Marks {
    private static final int STEP = 2_048;
    private static final Pattern GRAPHEME = Pattern.compile("\\X");

    private final String text;
    private final int[] places;
    private final int[] counts;

    private Marks(String text, int[] places, int[] counts) {
        this.text = text;
        this.places = places;
        this.counts = counts;
    }

    /** Of grapheme clusters between two places. */
    static Marks ofGraphemes(String text, int start, int end) {
        int most = (end - start) / STEP + 1;
        int[] places = new int[most];
        int[] counts = new int[most];
        Matcher clusters = GRAPHEME.matcher(text);
        places[0] = start;
        int marks = 1;
        while (places[marks - 1] + STEP < end && marks < most) {
            int from = places[marks - 1];
            int to = plainEnd(text, from, from + STEP + 1) - 1;
            int count = to - from;
            if (count < STEP) {
                clusters.region(from, end);
                to = from;
                count = 0;
                while (to < from + STEP && clusters.find()) {
                    to = clusters.end();
                    count++;
                }
            }
            places[marks] = to;
            counts[marks] = counts[marks - 1] + count;
            marks++;
        }
        return new Marks(text, Arrays.copyOf(places, marks), Arrays.copyOf(counts, marks));
    }

    /** Of bytes in UTF-8, from the start of the text. */
    static Marks ofBytes(String text) {
        int[] places = new int[text.length() / STEP + 1];
        int[] counts = new int[places.length];
        for (int i = 1; i < places.length; i++) {
            places[i] = i * STEP;
            counts[i] = counts[i - 1] + bytes(text, places[i - 1], places[i]);
        }
        return new Marks(text, places, counts);
    }

    /** Grapheme clusters before a place, if these are such marks and it is not before the first. */
    int graphemes(int place) {
        int mark = mark(place);
        return counts[mark] + graphemes(text, places[mark], place);
    }

    /** Bytes before a place, if these are such marks. */
    int bytes(int place) {
        int mark = mark(place);
        return counts[mark] + bytes(text, places[mark], place);
    }

    boolean startAt(int place) {
        return places[0] == place;
    }

    private int mark(int place) {
        int found = Arrays.binarySearch(places, place);
        return found >= 0 ? found : -found - 2;
    }

    /** Grapheme clusters of a stretch of text. */
    static int graphemes(String text, int start, int end) {
        int plain = plainEnd(text, start, end);
        if (plain == end) {
            return end - start;
        }
        int from = Math.max(start, plain - 1);
        int count = from - start;
        Matcher clusters = GRAPHEME.matcher(text.substring(from, end));
        while (clusters.find()) {
            count++;
        }
        return count;
    }

    /** Up to here each character is a cluster, if nothing that joins the last one follows. */
    private static int plainEnd(String text, int start, int end) {
        int at = start;
        while (at < end && text.charAt(at) < 0x300 && text.charAt(at) != '\r') {
            at++;
        }
        return at;
    }

    private static int bytes(String text, int start, int end) {
        int bytes = 0;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            boolean half = Character.isSurrogate(c) && !Source.isBroken(c) || pairAt(text, i);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : half ? 2 : Source.isBroken(c) ? 1 : 3;
        }
        return bytes;
    }

    private static boolean pairAt(String text, int at) {
        return at > 0 && Character.isLowSurrogate(text.charAt(at)) && Character.isHighSurrogate(text.charAt(at - 1));
    }
}
