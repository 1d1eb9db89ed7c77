package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Body;
import io.outrider.jobspec.hcl.ast.Body.Attribute;
import io.outrider.jobspec.hcl.ast.Body.Block;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Bodies in which everything is allowed: a driver's config, a scaling policy. */
final class FreeForm {
    /** Readers of the result recurse; no driver needs more. */
    private static final int MAX_DEPTH = 100;

    private final Evaluator evaluator;

    FreeForm(Evaluator evaluator) {
        this.evaluator = evaluator;
    }

    /** Blocks become lists of objects, their labels levels of their own; null arguments vanish; blocks win. */
    Map<String, @Nullable Object> body(Body body) {
        return body(body, 1);
    }

    private Map<String, @Nullable Object> body(Body body, int depth) {
        Map<String, @Nullable Object> json = new TreeMap<>(Value.BYTES);
        for (Attribute attribute : body.attributes().values()) {
            Object value = attribute(attribute);
            if (value != null) {
                json.put(attribute.name(), value);
            }
        }
        Map<String, List<@Nullable Object>> lists = new LinkedHashMap<>();
        for (Block block : body.blocks()) {
            int inner = depth + 1 + block.labels().size();
            if (inner > MAX_DEPTH + 1) {
                tooDeep(block.typeRange());
                return json;
            }
            Object content = body(block.body(), inner);
            for (int i = block.labels().size() - 1; i >= 0; i--) {
                Map<String, @Nullable Object> level = new TreeMap<>(Value.BYTES);
                level.put(block.labels().get(i).text(), listOf(content));
                content = level;
            }
            lists.computeIfAbsent(block.type(), t -> new ArrayList<>()).add(content);
        }
        json.putAll(lists);
        return json;
    }

    private void tooDeep(Range range) {
        evaluator
                .context()
                .diagnostics()
                .error("Nesting too deep", "Blocks and values here may nest at most " + MAX_DEPTH + " levels.", range);
    }

    private @Nullable Object attribute(Attribute attribute) {
        Value value = evaluator.evaluate(attribute.value());
        if (value.depth() > MAX_DEPTH) {
            tooDeep(attribute.value().range());
            return null;
        }
        Object json = json(value, attribute.value().range());
        // Only an object as it is written counts as a block; a computed one stays what it is.
        return json != null && attribute.value() instanceof Expr.Struct ? listOf(json) : json;
    }

    private static List<@Nullable Object> listOf(Object one) {
        List<@Nullable Object> list = new ArrayList<>();
        list.add(one);
        return list;
    }

    private @Nullable Object json(Value value, Range range) {
        if (value instanceof Value.Str text) {
            return text.text();
        }
        if (value instanceof Value.Bool bool) {
            return bool.value();
        }
        if (value instanceof Value.Number number) {
            return number(number.number(), range);
        }
        if (value.isSequence()) {
            List<@Nullable Object> items = new ArrayList<>();
            value.elements().forEach(item -> items.add(json(item, range)));
            return items;
        }
        if (!value.isMapping()) {
            return null;
        }
        Map<String, @Nullable Object> fields = new TreeMap<>(Value.BYTES);
        value.entries().forEach((k, v) -> fields.put(k, json(v, range)));
        return fields;
    }

    private @Nullable Object number(Num number, Range range) {
        double nearest = number.asDouble();
        if (number.asLong().isPresent()) {
            return number.asLong().get();
        }
        if (Double.isInfinite(nearest)) {
            evaluator
                    .context()
                    .diagnostics()
                    .error("Number out of range", "An infinite number cannot be written as JSON.", range);
            return null;
        }
        return nearest;
    }
}
