package io.outrider.jobspec.validate.time;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The syntax of cron expressions: minute to day of week, a second in front and a year behind if there are more fields,
 * or a word such as {@code @daily}.
 */
public final class CronSyntax {
    private static final Set<String> WORDS = Set.of("@annually", "@yearly", "@monthly", "@weekly", "@daily", "@hourly");
    private static final String MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec";
    private static final String DAYS = "sun mon tue wed thu fri sat";
    private static final List<Field> FIELDS = List.of(
            new Field("second", 0, 59, List.of()),
            new Field("minute", 0, 59, List.of()),
            new Field("hour", 0, 23, List.of()),
            new Field("day-of-month", 1, 31, List.of()),
            new Field("month", 1, 12, List.of(MONTHS.split(" "))),
            new Field("day-of-week", 0, 7, List.of(DAYS.split(" "))),
            new Field("year", 1970, 2099, List.of()));
    private static final Pattern RANGE = Pattern.compile("(?:\\*|([^-/*]+)(?:-([^-/*]+))?)(?:/([0-9]{1,4}))?");
    private static final Map<String, Pattern> SPECIAL = Map.of(
            "day-of-month", Pattern.compile("\\?|l|lw|(?:[1-9]|[12][0-9]|3[01])w"),
            "day-of-week", Pattern.compile("\\?|[0-7]l|(?:sun|mon|tue|wed|thu|fri|sat)l|[0-7]#[1-5]"));

    private CronSyntax() {}

    private record Field(String name, int least, int most, List<String> words) {
        boolean takes(String entry) {
            String lower = entry.toLowerCase(Locale.ROOT);
            Pattern special = SPECIAL.get(name);
            if (special != null && special.matcher(lower).matches()) {
                return true;
            }
            Matcher range = RANGE.matcher(lower);
            if (!range.matches()) {
                return false;
            }
            int step = range.group(3) == null ? 1 : Integer.parseInt(range.group(3));
            int from = range.group(1) == null ? least : value(range.group(1));
            int to = range.group(2) == null ? from : value(range.group(2));
            return step >= 1 && step <= most && from >= 0 && to >= from;
        }

        /** A number or the name of a day or month; -1 if it is neither. */
        private int value(String text) {
            for (int i = 0; i < words.size(); i++) {
                if (text.startsWith(words.get(i))) {
                    return least + i;
                }
            }
            boolean number = text.matches("[0-9]{1,4}");
            int value = number ? Integer.parseInt(text) : -1;
            return value >= least && value <= most ? value : -1;
        }
    }

    /** What is wrong with an expression, if anything is. */
    public static Optional<String> fault(String expression) {
        if (WORDS.contains(expression)) {
            return Optional.empty();
        }
        String[] fields = expression.strip().split("\\s+");
        if (fields.length < 5) {
            return Optional.of("missing field(s)");
        }
        int first = fields.length >= 7 ? 0 : 1;
        for (int i = 0; i < Math.min(fields.length, 7); i++) {
            Field field = FIELDS.get(first + i);
            for (String entry : fields[i].split(",", -1)) {
                if (!field.takes(entry)) {
                    return Optional.of("syntax error in " + field.name() + " field: '" + entry + "'");
                }
            }
        }
        return Optional.empty();
    }
}
