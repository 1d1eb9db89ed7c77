package io.outrider.agent.standalone.cron;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.BitSet;
import java.util.List;

/** Days of the month and of the week: {@code L}, {@code 15W}, {@code 5L} and {@code 5#2} too. */
final class CronDays {

    private static final int LAST_DAY = 31;
    private static final int WEEK = 7;

    private final String ofMonth;
    private final CronField ofWeek;
    private final boolean anyOfMonth;

    CronDays(String ofMonth, CronField ofWeek) {
        this.ofMonth = ofMonth;
        this.ofWeek = ofWeek;
        this.anyOfMonth = ofMonth.equals("*") || ofMonth.equals("?");
        // Both are read at once, so that what is wrong with them is known before anything waits for them.
        match(LocalDate.of(2000, 1, 1));
    }

    boolean match(LocalDate day) {
        boolean month = inMonth(day);
        boolean week = inWeek(day);
        if (anyOfMonth || ofWeek.isAny()) {
            return (anyOfMonth || month) && (ofWeek.isAny() || week);
        }
        return month || week;
    }

    private boolean inMonth(LocalDate day) {
        boolean found = false;
        for (String part : ofMonth.split(",", -1)) {
            found = switch (part) {
                        case "l" -> day.getDayOfMonth() == day.lengthOfMonth();
                        case "lw", "wl" -> day.equals(weekday(day, day.lengthOfMonth()));
                        default ->
                            part.endsWith("w")
                                    ? day.equals(weekday(day, number(part.substring(0, part.length() - 1))))
                                    : plain(part).get(day.getDayOfMonth());
                    }
                    || found;
        }
        return found;
    }

    private static BitSet plain(String part) {
        return new CronField(part, 1, LAST_DAY, List.of()).values();
    }

    private static int number(String digits) {
        return plain(digits).nextSetBit(0);
    }

    /** The weekday nearest to a day, in the same month. */
    private static LocalDate weekday(LocalDate month, int number) {
        LocalDate day = month.withDayOfMonth(Math.min(number, month.lengthOfMonth()));
        LocalDate nearest =
                switch (day.getDayOfWeek()) {
                    case SATURDAY -> day.getDayOfMonth() == 1 ? day.plusDays(2) : day.minusDays(1);
                    case SUNDAY -> day.getDayOfMonth() == day.lengthOfMonth() ? day.minusDays(2) : day.plusDays(1);
                    default -> day;
                };
        return nearest;
    }

    private boolean inWeek(LocalDate day) {
        int number = day.getDayOfWeek().getValue() % WEEK;
        boolean found = false;
        for (String part : ofWeek.text().split(",", -1)) {
            found = inWeek(part, day, number) || found;
        }
        return found;
    }

    private boolean inWeek(String part, LocalDate day, int number) {
        int hash = part.indexOf('#');
        if (hash > 0) {
            int nth = (day.getDayOfMonth() + WEEK - 1) / WEEK;
            return one(part.substring(0, hash)) == number
                    && part.substring(hash + 1).equals(Integer.toString(nth));
        }
        if (part.length() > 1 && part.endsWith("l")) {
            int wanted = one(part.substring(0, part.length() - 1));
            DayOfWeek name = DayOfWeek.of(wanted == 0 ? WEEK : wanted);
            return day.equals(day.with(TemporalAdjusters.lastInMonth(name)));
        }
        BitSet days = new CronField(part, ofWeek.min(), ofWeek.max(), ofWeek.names()).values();
        return days.get(number) || number == 0 && days.get(WEEK);
    }

    private int one(String part) {
        return new CronField(part, ofWeek.min(), ofWeek.max(), ofWeek.names())
                        .values()
                        .nextSetBit(0)
                % WEEK;
    }
}
