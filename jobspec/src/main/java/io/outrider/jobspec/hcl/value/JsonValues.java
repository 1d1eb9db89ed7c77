package io.outrider.jobspec.hcl.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as values; numbers keep all their digits. */
public final class JsonValues {
    private static final JsonMapper EXACT = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonValues() {}

    /** One JSON value; a {@link tools.jackson.core.JacksonException} if the text is none. */
    public static Value read(String text) {
        return value(EXACT.readTree(text));
    }

    private static Value value(JsonNode node) {
        if (node.isString()) {
            return Value.str(node.stringValue());
        }
        if (node.isBoolean()) {
            return Value.bool(node.booleanValue());
        }
        if (node.isNumber()) {
            return Value.number(Num.of(node.decimalValue()));
        }
        if (node.isArray()) {
            List<Value> items = new ArrayList<>();
            node.forEach(item -> items.add(value(item)));
            return Value.tuple(items);
        }
        if (!node.isObject()) {
            return Value.NULL;
        }
        Map<String, Value> fields = new LinkedHashMap<>();
        node.properties().forEach(e -> fields.put(e.getKey(), value(e.getValue())));
        return Value.object(fields);
    }
}
