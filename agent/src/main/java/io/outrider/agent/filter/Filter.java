package io.outrider.agent.filter;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.state.model.Json;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A filter that was read. Immutable; {@link #test} may be called from any thread. */
public final class Filter {

    private final Expression expression;

    private Filter(Expression expression) {
        this.expression = expression;
    }

    /** Reads a filter; fails with a {@link FilterException} that says where it is wrong. */
    public static Filter parse(String text) {
        return new Filter(new FilterParser(text).parse());
    }

    /** Whether a model record passes; fails if the filter names what such a record does not have. */
    public boolean test(Object value) {
        return expression.test(new Datum(Json.mapper().valueToTree(value), names(value.getClass())));
    }

    private static Set<String> names(Class<?> type) {
        Set<String> names = new HashSet<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                JsonProperty name = component.getAccessor().getAnnotation(JsonProperty.class);
                names.add(name == null ? component.getName() : name.value());
            }
        }
        return names;
    }

    /**
     * What a filter is asked of.
     *
     * @param tree its JSON
     * @param names of its fields, also of those that are left out of the JSON; empty where they are not known
     */
    record Datum(JsonNode tree, Set<String> names) {

        JsonNode at(Selector selector) {
            String first = selector.steps().get(0);
            if (!names.isEmpty() && !names.contains(first)) {
                throw FilterException.selector("error finding value in datum: " + selector.pointer()
                        + " at part 0: couldn't find key: struct field with name \"" + first + "\"");
            }
            JsonNode node = tree;
            for (String step : selector.steps()) {
                node = node.isArray() && step.matches("[0-9]{1,6}")
                        ? node.path(Integer.parseInt(step))
                        : node.path(step);
            }
            return node;
        }
    }

    /** Words that mean the same as a sign. */
    static Map<String, String> escapes() {
        Map<String, String> escapes = new HashMap<>();
        escapes.put("n", "\n");
        escapes.put("t", "\t");
        escapes.put("r", "\r");
        return escapes;
    }
}
