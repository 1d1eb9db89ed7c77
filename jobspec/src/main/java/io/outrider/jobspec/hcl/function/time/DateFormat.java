package io.outrider.jobspec.hcl.function.time;

import io.outrider.jobspec.hcl.eval.FunctionException;
import java.time.OffsetDateTime;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A format of repeated letters, each run one part of the time; quoted text and other signs stay. */
final class DateFormat {
    private static final Map<Character, Rule> RULES = Map.of(
            'Y', new Rule(Set.of(2, 4), "year must either be \"YY\" or \"YYYY\""),
            'M', new Rule(Set.of(1, 2, 3, 4), "month must be \"M\", \"MM\", \"MMM\", or \"MMMM\""),
            'D', new Rule(Set.of(1, 2), "day of month must either be \"D\" or \"DD\""),
            'E', new Rule(Set.of(3, 4), "day of week must either be \"EEE\" or \"EEEE\""),
            'h', new Rule(Set.of(1, 2), "24-hour must either be \"h\" or \"hh\""),
            'H', new Rule(Set.of(1, 2), "12-hour must either be \"H\" or \"HH\""),
            'A', new Rule(Set.of(2), "must be \"AA\""),
            'a', new Rule(Set.of(2), "must be \"aa\""),
            'm', new Rule(Set.of(1, 2), "minute must either be \"m\" or \"mm\""),
            's', new Rule(Set.of(1, 2), "second must either be \"s\" or \"ss\""));
    private static final Rule ZONE = new Rule(Set.of(1, 3, 4, 5), "timezone must be Z, ZZZ, ZZZZ, or ZZZZZ");

    private record Rule(Set<Integer> lengths, String wanted) {}

    private final String format;

    DateFormat(String format) {
        this.format = format;
    }

    String format(OffsetDateTime time) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at);
            int end = at + 1;
            if (c == '\'') {
                end = literal(at, out);
            } else if (c < 0x80 && Character.isLetter(c)) {
                while (end < format.length() && format.charAt(end) == c) {
                    end++;
                }
                verb(format.substring(at, end), time, out);
            } else {
                out.append(c);
            }
            at = end;
        }
        return out.toString();
    }

    /** Quoted text; two quotes in it are one. */
    private int literal(int start, StringBuilder out) {
        int at = start + 1;
        while (at < format.length()) {
            if (format.charAt(at) != '\'') {
                out.append(format.charAt(at++));
            } else if (format.startsWith("''", at)) {
                out.append('\'');
                at += 2;
            } else {
                return at + 1;
            }
        }
        throw new FunctionException("unterminated literal '", 0);
    }

    private void verb(String verb, OffsetDateTime time, StringBuilder out) {
        char c = verb.charAt(0);
        Rule rule = c == 'Z' ? ZONE : RULES.get(c);
        if (rule == null || !rule.lengths().contains(verb.length())) {
            String why = rule == null ? "" : ": " + rule.wanted();
            throw new FunctionException("invalid date format verb \"" + verb + "\"" + why, 0);
        }
        int length = verb.length();
        switch (c) {
            case 'Y' -> out.append(length == 4 ? String.format("%04d", time.getYear()) : two(time.getYear() % 100));
            case 'M' -> out.append(length < 3 ? number(time.getMonthValue(), length) : month(time, length));
            case 'D' -> out.append(number(time.getDayOfMonth(), length));
            case 'E' -> out.append(time.getDayOfWeek().getDisplayName(style(length), Locale.ENGLISH));
            case 'h' -> out.append(number(time.getHour(), length));
            case 'H' -> out.append(number((time.getHour() + 11) % 12 + 1, length));
            case 'A' -> out.append(time.getHour() < 12 ? "AM" : "PM");
            case 'a' -> out.append(time.getHour() < 12 ? "am" : "pm");
            case 'm' -> out.append(number(time.getMinute(), length));
            case 's' -> out.append(number(time.getSecond(), length));
            default -> out.append(zone(time, length));
        }
    }

    private static String number(int value, int length) {
        return length == 1 ? String.valueOf(value) : two(value);
    }

    private static String two(int value) {
        return String.format("%02d", value);
    }

    private static String month(OffsetDateTime time, int length) {
        return time.getMonth().getDisplayName(style(length), Locale.ENGLISH);
    }

    private static TextStyle style(int length) {
        return length == 3 ? TextStyle.SHORT : TextStyle.FULL;
    }

    private static String zone(OffsetDateTime time, int length) {
        int seconds = time.getOffset().getTotalSeconds();
        if (seconds == 0 && length != 4 && length != 5) {
            return length == 1 ? "Z" : "UTC";
        }
        int minutes = Math.abs(seconds) / 60;
        String colon = length == 1 || length == 5 ? ":" : "";
        return (seconds < 0 ? "-" : "+") + two(minutes / 60) + colon + two(minutes % 60);
    }
}
