package io.outrider.jobspec.regexp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A regular expression as job files write them: the syntax of RE2, which has no look-around and no back-references.
 * Immutable, thread-safe. Matching does a bounded amount of work and then fails with a {@link RegexpException}.
 */
public final class Regexp {
    private static final int MAX_READS = 20_000_000;
    private static final int MAX_LENGTH = 100_000;
    private static final int LONG = 200;

    private final Pattern pattern;
    private final int groups;
    private final Map<String, Integer> byName = new HashMap<>();

    private Regexp(Pattern pattern, List<String> names) {
        this.pattern = pattern;
        this.groups = names.size();
        for (int i = 0; i < groups; i++) {
            byName.put(names.get(i), i + 1);
        }
        byName.remove("");
    }

    /** The expression; a {@link RegexpException} says what is wrong with it. */
    public static Regexp compile(String expression) {
        if (expression.length() > MAX_LENGTH) {
            throw new RegexpException("error parsing regexp: expression larger than " + MAX_LENGTH + " characters");
        }
        Translation translated = new Translation(expression);
        String written = translated.run();
        // A long text without operators would be prepared for searching, which takes the square of its length.
        String java = written.length() > LONG ? "(?=)" + written : written;
        try {
            return new Regexp(Pattern.compile(java, Pattern.UNIX_LINES | Pattern.UNICODE_CASE), translated.groups());
        } catch (IllegalArgumentException | StackOverflowError refused) {
            throw RegexpException.syntax("expression not supported", expression);
        }
    }

    /** Whether the expression matches somewhere in the text. */
    public boolean find(String text) {
        try {
            return matcher(text).find();
        } catch (StackOverflowError deep) {
            throw tooDeep();
        }
    }

    /** What {@link #replaceAll} costs goes to {@code reads}, as the number of characters looked at. */
    public String replaceAll(String text, String template, IntConsumer reads) {
        Counted counted = new Counted(text);
        try {
            return replaced(counted, text, template);
        } catch (StackOverflowError deep) {
            throw tooDeep();
        } finally {
            reads.accept(counted.reads);
        }
    }

    /** The text with each match replaced; a template names groups as {@code $1}, {@code $name}, {@code ${name}}. */
    public String replaceAll(String text, String template) {
        return replaceAll(text, template, reads -> {});
    }

    private String replaced(Counted counted, String text, String template) {
        StringBuilder out = new StringBuilder();
        Matcher matches = pattern.matcher(counted);
        int from = 0;
        int lastEnd = -1;
        while (matches.find()) {
            boolean abuts = matches.start() == matches.end() && matches.start() == lastEnd;
            if (!abuts) {
                out.append(text, from, matches.start());
                expand(template, matches, out);
                from = matches.end();
            }
            lastEnd = matches.end();
        }
        return out.append(text, from, text.length()).toString();
    }

    private Matcher matcher(String text) {
        return pattern.matcher(new Counted(text));
    }

    private static RegexpException tooDeep() {
        return new RegexpException("the pattern nests too deep for this text");
    }

    private void expand(String template, Matcher match, StringBuilder out) {
        int at = 0;
        for (int dollar = template.indexOf('$'); dollar >= 0; dollar = template.indexOf('$', at)) {
            out.append(template, at, dollar);
            boolean braces = template.startsWith("{", dollar + 1);
            int start = dollar + (braces ? 2 : 1);
            int end = start;
            while (end < template.length() && isWord(template.charAt(end))) {
                end++;
            }
            boolean named = end > start && (!braces || template.startsWith("}", end));
            if (named) {
                out.append(group(match, template.substring(start, end)));
                at = braces ? end + 1 : end;
            } else {
                out.append('$');
                at = dollar + (template.startsWith("$", dollar + 1) ? 2 : 1);
            }
        }
        out.append(template.substring(at));
    }

    private static boolean isWord(char c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }

    private String group(Matcher match, String name) {
        boolean number = name.chars().allMatch(c -> c >= '0' && c <= '9') && name.length() < 6;
        int index = number ? Integer.parseInt(name) : byName.getOrDefault(name, 0);
        boolean there = number ? index <= groups : index > 0;
        String found = there ? match.group(index) : null;
        return found == null ? "" : found;
    }

    /** Counts how often the matcher looks at a character: a pattern that backtracks without end is an error. */
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
                throw new RegexpException("matching the pattern takes too long");
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
