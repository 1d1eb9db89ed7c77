package io.outrider.state.model.json;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** Records, lists, maps and scalars as JSON text, and records of JSON trees. */
public final class PlainJson {

    private PlainJson() {}

    /** A value of a record type; {@link NotPlain} when the tree does not fit. */
    public static <T> T read(JsonNode tree, Class<T> type) {
        Object value = ValueReader.of(type).read(tree);
        if (value == null) {
            throw new NotPlain("nothing but null");
        }
        return type.cast(value);
    }

    /** Writes one value. What is {@link NotPlain} may be noticed when the half is written. */
    public static void write(JsonGenerator out, @Nullable Object value) {
        write(out, value, 0);
    }

    private static void write(JsonGenerator out, @Nullable Object value, int depth) {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof String text) {
            out.writeString(text);
        } else if (value instanceof Boolean bool) {
            out.writeBoolean(bool);
        } else if (value instanceof Number number) {
            writeNumber(out, number);
        } else if (depth > PlainTree.DEEPEST) {
            throw new NotPlain("very deep");
        } else {
            writeParts(out, value, depth + 1);
        }
    }

    private static void writeNumber(JsonGenerator out, Number number) {
        if (number instanceof Long whole) {
            out.writeNumber(whole.longValue());
        } else if (number instanceof Integer whole) {
            out.writeNumber(whole.intValue());
        } else if (number instanceof Double fraction) {
            out.writeNumber(fraction.doubleValue());
        } else if (number instanceof BigDecimal decimal) {
            out.writeNumber(decimal);
        } else if (number instanceof BigInteger whole) {
            out.writeNumber(whole);
        } else {
            throw new NotPlain(number.getClass().getName());
        }
    }

    private static void writeParts(JsonGenerator out, Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            map.forEach((name, child) -> {
                out.writeName(PlainTree.name(name));
                write(out, child, depth);
            });
            out.writeEndObject();
        } else if (value instanceof Collection<?> list) {
            out.writeStartArray();
            list.forEach(element -> write(out, element, depth));
            out.writeEndArray();
        } else if (value instanceof Instant time) {
            out.writeString(GoTimes.text(time));
        } else if (PlainTree.isOptional(value)) {
            write(out, PlainTree.present(value), depth);
        } else {
            out.writeStartObject();
            writeFields(out, value, depth);
            out.writeEndObject();
        }
    }

    private static void writeFields(JsonGenerator out, Object value, int depth) {
        RecordShape shape = RecordShape.of(value.getClass());
        for (RecordShape.Field field : shape.fields()) {
            Object child = RecordShape.value(field.accessor(), value);
            if (field.writes(child)) {
                out.writeName(field.name());
                write(out, child, depth);
            }
        }
        for (Method method : shape.unwrapped()) {
            Object beside = RecordShape.value(method, value);
            if (beside != null) {
                writeFields(out, beside, depth);
            }
        }
    }
}
