package io.outrider.state.model;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** RFC 3339 as Go writes it: no zeros at the end of the fraction, and year 1 means that there is no time. */
final class GoTime {
    private static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");
    private static final DateTimeFormatter FORMAT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendLiteral('Z')
            .toFormatter()
            .withZone(ZoneOffset.UTC);

    private GoTime() {}

    /** Writes text. */
    static final class Writer extends StdSerializer<Instant> {
        Writer() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator out, SerializationContext context) {
            out.writeString(FORMAT.format(value));
        }
    }

    /** Reads any offset; null for Go's zero time. */
    static final class Reader extends StdDeserializer<Instant> {
        Reader() {
            super(Instant.class);
        }

        @Override
        public @Nullable Instant deserialize(JsonParser in, DeserializationContext context) {
            String text = in.getValueAsString("");
            try {
                Instant value = OffsetDateTime.parse(text).toInstant();
                return value.equals(ZERO) ? null : value;
            } catch (java.time.format.DateTimeParseException e) {
                return (Instant) context.handleWeirdStringValue(
                        Instant.class, text, "expected a time such as 2026-11-30T09:00:00Z");
            }
        }
    }
}
