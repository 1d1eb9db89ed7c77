package io.outrider.agent.cli.table;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * Points in time as commands show them. What never happened (1970 and before) is empty.
 *
 * @param now when the command runs
 * @param zone of whom reads it
 */
public record Times(Instant now, ZoneId zone) {

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssXXX");
    private static final long NANOS = 1_000_000_000L;

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long MONTH = 30 * DAY;
    private static final long YEAR = 365 * DAY;

    private static final long[] UNITS = {YEAR, MONTH, DAY, HOUR, MINUTE, 1};
    private static final String[] NAMES = {"y", "mo", "d", "h", "m", "s"};

    /** The instant of nanoseconds since 1970. */
    public static Instant ofNanos(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
    }

    /** As {@code 2026-11-30T13:14:15+01:00}. */
    public String at(Instant time) {
        return never(time) ? "" : SECONDS.format(time.atZone(zone).truncatedTo(ChronoUnit.SECONDS));
    }

    /** The two largest units, as {@code 3m12s ago} or {@code 1d from now}. */
    public String ago(Instant time) {
        if (never(time)) {
            return "";
        }
        Duration since = Duration.between(time, now);
        return since.isNegative() ? span(since.negated()) + " from now" : span(since) + " ago";
    }

    /** The two largest units, as {@code 3m12s}. */
    public static String span(Duration duration) {
        long rest = duration.toSeconds();
        StringBuilder text = new StringBuilder();
        int parts = 0;
        for (int at = 0; at < UNITS.length && parts < 2; at++) {
            long count = rest / UNITS[at];
            rest %= UNITS[at];
            if (count > 0) {
                text.append(count).append(NAMES[at]);
            }
            parts += count > 0 || parts > 0 ? 1 : 0;
        }
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static boolean never(Instant time) {
        return time.getEpochSecond() < 1;
    }
}
