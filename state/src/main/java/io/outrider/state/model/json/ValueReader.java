package io.outrider.state.model.json;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Makes a value of one type from its JSON. What does not fit is {@link NotPlain}. */
@FunctionalInterface
interface ValueReader {

    /** Of a node that may be null. */
    @Nullable
    Object read(JsonNode node);

    /** Of any type that model records have. */
    static ValueReader of(Type type) {
        if (type instanceof Class<?> simple) {
            return ofClass(simple);
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            return list(of(generic.getActualTypeArguments()[0]));
        }
        if (type instanceof ParameterizedType generic && generic.getRawType() == Optional.class) {
            ValueReader present = of(generic.getActualTypeArguments()[0]);
            return node -> Optional.ofNullable(present.read(node));
        }
        if (type instanceof ParameterizedType generic
                && generic.getRawType() == Map.class
                && generic.getActualTypeArguments()[0] == String.class) {
            return map(of(generic.getActualTypeArguments()[1]));
        }
        return node -> unless(node, "a " + type);
    }

    private static ValueReader ofClass(Class<?> type) {
        if (type == String.class) {
            return node -> node.isString() ? node.stringValue() : unless(node, "text");
        }
        if (type == Long.class) {
            return ValueReader::whole;
        }
        if (type == long.class) {
            return node -> node.isNull() ? Long.valueOf(0) : whole(node);
        }
        if (type == Boolean.class) {
            return ValueReader::bool;
        }
        if (type == int.class) {
            return node -> node.isNull() ? Integer.valueOf(0) : integer(node);
        }
        if (type == Integer.class) {
            return node -> node.isNull() ? null : integer(node);
        }
        if (type == OptionalInt.class) {
            return node -> node.isNull() ? OptionalInt.empty() : OptionalInt.of(integer(node));
        }
        if (type == boolean.class) {
            return node -> node.isNull() ? Boolean.FALSE : bool(node);
        }
        if (type == Double.class) {
            return node -> node.isNumber() ? Double.valueOf(node.doubleValue()) : unless(node, "a number");
        }
        if (type == BigInteger.class) {
            return node -> node.isIntegralNumber() ? node.bigIntegerValue() : unless(node, "a whole number");
        }
        if (type == Instant.class) {
            return node -> node.isString() ? time(node.stringValue()) : unless(node, "a time");
        }
        if (type == Object.class) {
            return ValueReader::untyped;
        }
        return type.isRecord() ? node -> record(node, type) : node -> unless(node, type.getName());
    }

    private static @Nullable Object unless(JsonNode node, String wanted) {
        if (node.isNull()) {
            return null;
        }
        throw new NotPlain(node.getNodeType() + " is not " + wanted);
    }

    private static @Nullable Object whole(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong()
                ? Long.valueOf(node.longValue())
                : unless(node, "a whole number");
    }

    private static int integer(JsonNode node) {
        if (node.isIntegralNumber() && node.canConvertToInt()) {
            return node.intValue();
        }
        throw new NotPlain(node.getNodeType() + " is not a whole number");
    }

    private static @Nullable Object bool(JsonNode node) {
        return node.isBoolean() ? Boolean.valueOf(node.booleanValue()) : unless(node, "true or false");
    }

    private static @Nullable Object time(String text) {
        try {
            return GoTimes.time(text);
        } catch (DateTimeParseException e) {
            throw new NotPlain(text + " is no time");
        }
    }

    private static ValueReader list(ValueReader element) {
        return node -> node.isArray() ? elements(node, element) : unless(node, "a list");
    }

    private static List<@Nullable Object> elements(JsonNode node, ValueReader element) {
        List<@Nullable Object> values = new ArrayList<>(node.size());
        for (JsonNode child : node) {
            values.add(element.read(child));
        }
        return values;
    }

    private static ValueReader map(ValueReader value) {
        return node -> node.isObject() ? entries(node, value) : unless(node, "an object");
    }

    private static Map<String, @Nullable Object> entries(JsonNode node, ValueReader value) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        node.forEachEntry((name, child) -> values.put(name, value.read(child)));
        return values;
    }

    /** Free-form values: whole numbers are {@link Long}. */
    private static @Nullable Object untyped(JsonNode node) {
        if (node.isString()) {
            return node.stringValue();
        }
        if (node.isObject()) {
            return entries(node, ValueReader::untyped);
        }
        if (node.isArray()) {
            return elements(node, ValueReader::untyped);
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        return node.isDouble() ? Double.valueOf(node.doubleValue()) : whole(node);
    }

    private static @Nullable Object record(JsonNode node, Class<?> type) {
        if (!node.isObject()) {
            return unless(node, type.getName());
        }
        RecordShape shape = RecordShape.of(type);
        RecordShape.Field[] fields = shape.fields();
        @Nullable Object[] values = new @Nullable Object[fields.length];
        for (int i = 0; i < fields.length; i++) {
            JsonNode value = node.get(fields[i].name());
            values[i] = fields[i].reader().read(value == null ? PlainTree.NULL : value);
        }
        return shape.make(values);
    }
}
