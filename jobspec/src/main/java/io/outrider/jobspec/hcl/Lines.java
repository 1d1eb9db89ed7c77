package io.outrider.jobspec.hcl;

/**
 * Where the lines of a text begin. Keeps one number for each {@value #STEP} characters, however many lines they hold: a
 * file may be nothing but line ends. Immutable.
 */
final class Lines {
    private static final int STEP = 1_024;

    private final String text;

    /** How many line ends come before each step. */
    private final int[] ends;

    private Lines(String text, int[] ends) {
        this.text = text;
        this.ends = ends;
    }

    static Lines of(String text) {
        int[] ends = new int[text.length() / STEP + 1];
        for (int i = 1; i < ends.length; i++) {
            ends[i] = ends[i - 1] + count(text, (i - 1) * STEP, i * STEP);
        }
        return new Lines(text, ends);
    }

    /** The line of an offset, from 1. */
    int row(int offset) {
        int step = Math.min(offset / STEP, ends.length - 1);
        return 1 + ends[step] + count(text, step * STEP, Math.min(offset, text.length()));
    }

    /** Where a line begins; the end of the text if it has none of that number. */
    int start(int row) {
        int before = row - 1;
        if (before == 0) {
            return 0;
        }
        int at = lastStepWithFewer(before) * STEP - 1;
        for (int left = before - ends[(at + 1) / STEP]; left > 0; left--) {
            at = text.indexOf('\n', at + 1);
            if (at < 0) {
                return text.length();
            }
        }
        return at + 1;
    }

    /** Where a line ends: behind its line end, or at the end of the text. */
    int end(int row) {
        int newline = text.indexOf('\n', start(row));
        return newline < 0 ? text.length() : newline + 1;
    }

    private int lastStepWithFewer(int count) {
        int low = 0;
        int high = ends.length - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            low = ends[middle] < count ? middle : low;
            high = ends[middle] < count ? high : middle - 1;
        }
        return low;
    }

    private static int count(String text, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += text.charAt(i) == '\n' ? 1 : 0;
        }
        return count;
    }
}
