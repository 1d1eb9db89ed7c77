package io.outrider.state.model;

import io.outrider.state.model.json.GoTimes;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** {@link GoTimes} for Jackson's data binding. */
final class GoTime {
    private GoTime() {}

    /** Writes text. */
    static final class Writer extends StdSerializer<Instant> {
        Writer() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator out, SerializationContext context) {
            out.writeString(GoTimes.text(value));
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
                return GoTimes.time(text);
            } catch (DateTimeParseException e) {
                return (Instant) context.handleWeirdStringValue(
                        Instant.class, text, "expected a time such as 2026-11-30T09:00:00Z");
            }
        }
    }
}
