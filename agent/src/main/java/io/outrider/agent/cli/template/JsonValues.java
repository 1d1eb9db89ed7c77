package io.outrider.agent.cli.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** JSON as the values that templates know. */
final class JsonValues {

    private JsonValues() {}

    static @Nullable Object of(JsonNode node) {
        if (node.isObject()) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            node.properties().forEach(field -> map.put(field.getKey(), of(field.getValue())));
            return map;
        }
        if (node.isArray()) {
            List<@Nullable Object> list = new ArrayList<>();
            node.forEach(element -> list.add(of(element)));
            return list;
        }
        if (node.isNumber()) {
            return node.isIntegralNumber() && node.canConvertToLong() ? (Object) node.longValue() : node.doubleValue();
        }
        if (node.isBoolean()) {
            return node.booleanValue();
        }
        return node.isNull() || node.isMissingNode() ? null : node.asString();
    }
}
