package io.outrider.agent.standalone.cron;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A cron expression: minute, hour, day of the month, month, day of the week, with an optional field of seconds in front
 * and one of years behind. Days match when both fields match, or either when both are given.
 */
public final class Cron {

    private static final int YEARS_AHEAD = 100;
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2099;
    private static final Map<String, String> NAMED = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

    private final BitSet seconds;
    private final BitSet minutes;
    private final BitSet hours;
    private final CronDays days;
    private final BitSet months;
    private final BitSet years;

    private Cron(String[] fields) {
        this.seconds = new CronField(fields[0], 0, 59, List.of()).values();
        this.minutes = new CronField(fields[1], 0, 59, List.of()).values();
        this.hours = new CronField(fields[2], 0, 23, List.of()).values();
        this.days = new CronDays(fields[3], new CronField(fields[5], 0, 7, DAYS));
        this.months = new CronField(fields[4], 1, 12, MONTHS).values();
        this.years = new CronField(fields[6], FIRST_YEAR, LAST_YEAR, List.of()).values();
    }

    /** Reads an expression; throws {@link IllegalArgumentException} that says what is wrong. */
    public static Cron parse(String expression) {
        String text = expression.strip().toLowerCase(Locale.ROOT);
        String[] fields = NAMED.getOrDefault(text, text).split("\\s+");
        return switch (fields.length) {
            case 5 -> new Cron(new String[] {"0", fields[0], fields[1], fields[2], fields[3], fields[4], "*"});
            case 6 -> new Cron(new String[] {"0", fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]});
            case 7 -> new Cron(fields);
            default ->
                throw new IllegalArgumentException("cron expression \"" + expression + "\" has " + fields.length
                        + " fields (expected: 5, 6 or 7)");
        };
    }

    /** The first time after {@code after}; empty when there is none in a hundred years. */
    public Optional<ZonedDateTime> next(ZonedDateTime after) {
        ZoneId zone = after.getZone();
        LocalDateTime at =
                after.toLocalDateTime().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        int last = at.getYear() + YEARS_AHEAD;
        while (at.getYear() <= last) {
            LocalDateTime fits = forward(at);
            if (fits.equals(at)) {
                ZonedDateTime found = at.atZone(zone);
                // A time that the clocks leave out is no time; one that comes twice is the first of the two.
                if (found.toLocalDateTime().equals(at) && found.isAfter(after)) {
                    return Optional.of(found);
                }
                fits = at.plusSeconds(1);
            }
            at = fits;
        }
        return Optional.empty();
    }

    /** The same time when it fits, else the next that may. */
    private LocalDateTime forward(LocalDateTime at) {
        if (!years.get(at.getYear())) {
            return at.withDayOfYear(1).truncatedTo(ChronoUnit.DAYS).plusYears(1);
        }
        if (!months.get(at.getMonthValue())) {
            return at.withDayOfMonth(1).truncatedTo(ChronoUnit.DAYS).plusMonths(1);
        }
        if (!days.match(at.toLocalDate())) {
            return at.truncatedTo(ChronoUnit.DAYS).plusDays(1);
        }
        if (!hours.get(at.getHour())) {
            return at.truncatedTo(ChronoUnit.HOURS).plusHours(1);
        }
        if (!minutes.get(at.getMinute())) {
            return at.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        }
        return seconds.get(at.getSecond()) ? at : at.plusSeconds(1);
    }
}
