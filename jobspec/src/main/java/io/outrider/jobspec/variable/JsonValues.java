package io.outrider.jobspec.variable;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Value;
import io.outrider.state.model.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A JSON object as values; its texts are no templates. */
final class JsonValues {
    private JsonValues() {}

    static Map<String, Value> read(Source source, Diagnostics diagnostics) {
        Map<String, Value> values = new LinkedHashMap<>();
        try {
            JsonNode tree = Json.mapper().readTree(source.text());
            tree.properties().forEach(e -> values.put(e.getKey(), value(e.getValue())));
        } catch (JacksonException broken) {
            diagnostics.error(
                    "Invalid JSON",
                    broken.getOriginalMessage(),
                    new Range(source, 0, source.text().isEmpty() ? 0 : 1));
        }
        return values;
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
