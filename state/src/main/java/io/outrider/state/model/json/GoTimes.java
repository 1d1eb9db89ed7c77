package io.outrider.state.model.json;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/** RFC 3339 as Go writes it: no zeros at the end of the fraction, and year 1 means that there is no time. */
public final class GoTimes {
    private static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");
    private static final DateTimeFormatter FORMAT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendLiteral('Z')
            .toFormatter()
            .withZone(ZoneOffset.UTC);

    private GoTimes() {}

    /** The text of a time. */
    public static String text(Instant time) {
        return FORMAT.format(time);
    }

    /** The time of a text with any offset; null for Go's zero time. Throws {@link DateTimeParseException}. */
    public static @Nullable Instant time(String text) {
        Instant value = OffsetDateTime.parse(text).toInstant();
        return value.equals(ZERO) ? null : value;
    }
}
