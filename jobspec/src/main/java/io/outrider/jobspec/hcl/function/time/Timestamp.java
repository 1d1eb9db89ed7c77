package io.outrider.jobspec.hcl.function.time;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Reads RFC 3339 timestamps, and says in which part a text is none. */
final class Timestamp {
    private static final String PREFIX = "not a valid RFC3339 timestamp: ";

    private final String text;
    private int at;

    private Timestamp(String text) {
        this.text = text;
    }

    /** The time of a text; an IllegalArgumentException whose message says what is wrong. */
    static OffsetDateTime parse(String text) {
        return new Timestamp(text).read();
    }

    private OffsetDateTime read() {
        int year = digits(4, "year");
        sign('-', "year");
        int month = digits(2, "month");
        range(month, 1, 12, "month");
        sign('-', "month");
        int day = digits(2, "day");
        if (at >= text.length() || text.charAt(at) != 'T') {
            throw new IllegalArgumentException(PREFIX + "missing required time introducer 'T'");
        }
        at++;
        int hour = clock("hour", 23);
        sign(':', "hour");
        int minute = clock("minute", 59);
        sign(':', "minute");
        int second = clock("second", 59);
        int nanos = fraction();
        ZoneOffset offset = offset();
        if (at < text.length()) {
            throw new IllegalArgumentException(PREFIX + "extra characters after UTC offset");
        }
        try {
            return LocalDateTime.of(year, month, day, hour, minute, second, nanos)
                    .atOffset(offset);
        } catch (DateTimeException outside) {
            throw new IllegalArgumentException(PREFIX + "day out of range");
        }
    }

    private int clock(String part, int most) {
        int start = at;
        int value = digits(2, part);
        if (value > most) {
            throw new IllegalArgumentException(PREFIX + "cannot use \"" + text.substring(start + 2) + "\" as " + part);
        }
        return value;
    }

    private static void range(int value, int least, int most, String part) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(PREFIX + part + " out of range");
        }
    }

    private int digits(int count, String part) {
        if (at >= text.length()) {
            throw new IllegalArgumentException(PREFIX + "end of string before " + part);
        }
        int end = at + count;
        String found = end <= text.length() ? text.substring(at, end) : "";
        if (found.isEmpty() || !found.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException(PREFIX + "cannot use \"" + text.substring(at) + "\" as " + part);
        }
        at = end;
        return Integer.parseInt(found);
    }

    private void sign(char wanted, String after) {
        if (at >= text.length() || text.charAt(at) != wanted) {
            throw new IllegalArgumentException(PREFIX + "missing '" + wanted + "' after " + after);
        }
        at++;
    }

    private int fraction() {
        if (at >= text.length() || text.charAt(at) != '.') {
            return 0;
        }
        int start = ++at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        if (at == start) {
            throw new IllegalArgumentException(PREFIX + "missing digits of the fraction of a second");
        }
        String nine = (text.substring(start, at) + "000000000").substring(0, 9);
        return Integer.parseInt(nine);
    }

    private ZoneOffset offset() {
        if (at < text.length() && text.charAt(at) == 'Z') {
            at++;
            return ZoneOffset.UTC;
        }
        if (at >= text.length() || "+-".indexOf(text.charAt(at)) < 0) {
            throw new IllegalArgumentException(
                    PREFIX + (at >= text.length() ? "end of string before UTC offset" : "missing UTC offset"));
        }
        int factor = text.charAt(at++) == '-' ? -1 : 1;
        int hours = digits(2, "offset hours");
        sign(':', "offset hours");
        int minutes = digits(2, "offset minutes");
        range(hours, 0, 18, "offset hours");
        range(minutes, 0, hours == 18 ? 0 : 59, "offset minutes");
        return ZoneOffset.ofTotalSeconds(factor * (hours * 3600 + minutes * 60));
    }
}
