package io.outrider.jobspec.hcl.function;

import io.outrider.jobspec.hcl.eval.FunctionException;
import java.util.regex.Pattern;

/** Regular expressions within a bound of work: a pattern that backtracks without end is an error, not a hang. */
final class RegularExpressions {
    private static final int MAX_READS = 20_000_000;

    private RegularExpressions() {}

    static String replaceAll(String pattern, String text, String replacement) {
        try {
            return Pattern.compile(pattern).matcher(new Counted(text)).replaceAll(replacement);
        } catch (StackOverflowError deep) {
            throw new FunctionException("the pattern nests too deep for this text", 1);
        }
    }

    /** Counts how often the matcher looks at a character. */
    private static final class Counted implements CharSequence {
        private final CharSequence text;
        private int reads;

        Counted(CharSequence text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++reads > MAX_READS) {
                throw new FunctionException("matching the pattern takes too long", 1);
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
