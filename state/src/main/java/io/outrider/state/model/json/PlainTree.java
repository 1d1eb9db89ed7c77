package io.outrider.state.model.json;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Trees of texts and of values. */
public final class PlainTree {
    static final JsonNode NULL = JsonNodeFactory.instance.nullNode();

    /** Deeper ones are for those who do not go down call by call. */
    static final int DEEPEST = 60;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private PlainTree() {}

    /** The value before the parser, and nothing behind it; {@link NotPlain} when it is out of the ordinary. */
    public static JsonNode parse(JsonParser in) {
        JsonNode tree = value(in, in.nextToken(), 0);
        if (in.nextToken() != null) {
            throw new NotPlain("more than one value");
        }
        return tree;
    }

    private static JsonNode value(JsonParser in, @Nullable JsonToken token, int depth) {
        if (token == null || depth > DEEPEST) {
            throw new NotPlain("no value, or one that is very deep");
        }
        return switch (token) {
            case START_OBJECT -> object(in, depth + 1);
            case START_ARRAY -> array(in, depth + 1);
            case VALUE_STRING -> NODES.stringNode(in.getString());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NULL;
            case VALUE_NUMBER_INT -> number(in);
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(in.getDoubleValue());
            default -> throw new NotPlain(token + " is no value");
        };
    }

    private static JsonNode number(JsonParser in) {
        return switch (in.getNumberType()) {
            case INT -> NODES.numberNode(in.getIntValue());
            case LONG -> NODES.numberNode(in.getLongValue());
            default -> NODES.numberNode(in.getBigIntegerValue());
        };
    }

    private static ObjectNode object(JsonParser in, int depth) {
        ObjectNode object = NODES.objectNode();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
            object.set(name, value(in, in.nextToken(), depth));
        }
        return object;
    }

    private static ArrayNode array(JsonParser in, int depth) {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
            array.add(value(in, token, depth));
        }
        return array;
    }

    /** The tree of a record, or of lists, maps and scalars. */
    public static JsonNode of(Object value) {
        return tree(value, 0);
    }

    private static JsonNode tree(@Nullable Object value, int depth) {
        if (value == null) {
            return NULL;
        }
        if (value instanceof String text) {
            return NODES.stringNode(text);
        }
        if (value instanceof Boolean bool) {
            return NODES.booleanNode(bool);
        }
        if (value instanceof Number number) {
            return number(number);
        }
        if (depth > DEEPEST) {
            throw new NotPlain("very deep");
        }
        if (value instanceof Map<?, ?> map) {
            ObjectNode object = NODES.objectNode();
            map.forEach((name, child) -> object.set(name(name), tree(child, depth + 1)));
            return object;
        }
        if (value instanceof Collection<?> list) {
            ArrayNode array = NODES.arrayNode();
            list.forEach(element -> array.add(tree(element, depth + 1)));
            return array;
        }
        if (value instanceof Instant time) {
            return NODES.stringNode(GoTimes.text(time));
        }
        return isOptional(value) ? tree(present(value), depth + 1) : record(value, depth + 1);
    }

    static boolean isOptional(Object value) {
        return value instanceof Optional || value instanceof OptionalInt;
    }

    /** What an optional value has; unknown is null. */
    static @Nullable Object present(Object optional) {
        if (optional instanceof OptionalInt number) {
            return number.isPresent() ? number.getAsInt() : null;
        }
        return optional instanceof Optional<?> known && known.isPresent() ? known.get() : null;
    }

    static String name(@Nullable Object key) {
        if (key instanceof String name) {
            return name;
        }
        throw new NotPlain(key + " is no name");
    }

    private static JsonNode number(Number number) {
        if (number instanceof Long whole) {
            return NODES.numberNode(whole.longValue());
        }
        if (number instanceof Integer whole) {
            return NODES.numberNode(whole.intValue());
        }
        if (number instanceof Double fraction) {
            return NODES.numberNode(fraction.doubleValue());
        }
        if (number instanceof BigDecimal decimal) {
            return NODES.numberNode(decimal);
        }
        if (number instanceof BigInteger whole) {
            return NODES.numberNode(whole);
        }
        throw new NotPlain(number.getClass().getName());
    }

    private static ObjectNode record(Object value, int depth) {
        ObjectNode object = NODES.objectNode();
        addFields(object, value, depth);
        return object;
    }

    private static void addFields(ObjectNode object, Object value, int depth) {
        RecordShape shape = RecordShape.of(value.getClass());
        for (RecordShape.Field field : shape.fields()) {
            Object child = RecordShape.value(field.accessor(), value);
            if (field.writes(child)) {
                object.set(field.name(), tree(child, depth));
            }
        }
        for (Method method : shape.unwrapped()) {
            Object beside = RecordShape.value(method, value);
            if (beside != null) {
                addFields(object, beside, depth);
            }
        }
    }
}
