package io.outrider.agent.cli.ask;

import io.outrider.agent.cli.table.Times;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Reads what answers have. What is not there is empty, zero or false, as the API leaves out such things. */
public final class Fields {

    private Fields() {}

    /** The text of a field, or of fields within fields. */
    public static String text(JsonNode json, String... path) {
        return at(json, path).asString("");
    }

    /** The number of a field, or of fields within fields. */
    public static long number(JsonNode json, String... path) {
        return at(json, path).asLong(0);
    }

    /** The number with its fraction. */
    public static double fraction(JsonNode json, String... path) {
        return at(json, path).asDouble(0);
    }

    /** The truth of a field, or of fields within fields. */
    public static boolean is(JsonNode json, String... path) {
        return at(json, path).asBoolean(false);
    }

    /** The elements of a list. */
    public static List<JsonNode> list(JsonNode json, String... path) {
        JsonNode found = at(json, path);
        return found.isArray() ? found.valueStream().toList() : List.of();
    }

    /** The fields of an object in the order of their names. */
    public static Map<String, JsonNode> map(JsonNode json, String... path) {
        Map<String, JsonNode> fields = new TreeMap<>();
        at(json, path).properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }

    /** A time in nanoseconds since 1970. */
    public static Instant nanos(JsonNode json, String... path) {
        return Times.ofNanos(number(json, path));
    }

    /** A time as text; 1970 where there is none. */
    public static Instant time(JsonNode json, String... path) {
        try {
            return java.time.OffsetDateTime.parse(text(json, path)).toInstant();
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    /** Whether there is something: neither null nor missing. */
    public static boolean has(JsonNode json, String... path) {
        JsonNode found = at(json, path);
        return !found.isNull() && !found.isMissingNode();
    }

    /** The field, or the field within fields; missing where there is none. */
    public static JsonNode at(JsonNode json, String... path) {
        JsonNode found = json;
        for (String name : path) {
            found = found.path(name);
        }
        return found;
    }
}
