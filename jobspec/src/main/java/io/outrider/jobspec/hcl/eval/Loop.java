package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One evaluation of a {@code for} expression. */
final class Loop {
    private final Evaluator outer;
    private final Expr.For expr;
    private final List<Value> items = new ArrayList<>();
    private final Map<String, List<Value>> fields = new TreeMap<>(Value.BYTES);

    Loop(Evaluator outer, Expr.For expr) {
        this.outer = outer;
        this.expr = expr;
    }

    Value run() {
        Value source = outer.evaluate(expr.source());
        if (source.isUnknown()) {
            return source;
        }
        Range place = expr.source().range();
        if (source.isNull()) {
            return outer.fail(
                    "Iteration over null value",
                    "A null value cannot be used as the collection in a 'for' expression.",
                    place);
        }
        if (!source.iterable()) {
            return outer.fail(
                    "Iteration over non-iterable value",
                    "A value of type " + source.type().friendlyName()
                            + " cannot be used as the collection in a 'for' expression.",
                    place);
        }
        int errors = outer.context().diagnostics().errorCount();
        for (Map.Entry<Value, Value> element : elements(source)) {
            turn(element.getKey(), element.getValue());
            if (outer.context().diagnostics().errorCount() > errors) {
                return Value.UNKNOWN;
            }
        }
        return result();
    }

    /** Keys and values of anything that can be iterated: numbers for lists, the values themselves for sets. */
    static List<Map.Entry<Value, Value>> elements(Value source) {
        List<Map.Entry<Value, Value>> elements = new ArrayList<>();
        if (source.isMapping()) {
            source.entries().forEach((k, v) -> elements.add(Map.entry(Value.str(k), v)));
            return elements;
        }
        boolean set = source.type() instanceof Type.Collection c && c.kind() == Type.Kind.SET;
        for (Value item : source.elements()) {
            elements.add(Map.entry(set ? item : Value.number(elements.size()), item));
        }
        return elements;
    }

    private void turn(Value key, Value value) {
        Map<String, Value> names = new HashMap<>();
        if (expr.names().key() != null) {
            names.put(expr.names().key(), key);
        }
        names.put(expr.names().value(), value);
        Evaluator inner = outer.with(names);
        if (expr.condition() != null && !included(inner, expr.condition())) {
            return;
        }
        if (expr.key() == null) {
            items.add(inner.evaluate(expr.value()));
            return;
        }
        Value name = name(inner, expr.key());
        Value result = inner.evaluate(expr.value());
        if (name instanceof Value.Str text) {
            put(text.text(), result, expr.key().range());
        }
    }

    private void put(String key, Value value, Range range) {
        List<Value> before = fields.computeIfAbsent(key, k -> new ArrayList<>());
        if (!before.isEmpty() && !expr.form().group()) {
            outer.fail(
                    "Duplicate object key",
                    "Two different items produced the key \"" + key + "\" in this 'for' expression. If duplicates are"
                            + " expected, use the ellipsis (...) after the value expression to enable grouping by"
                            + " key.",
                    range);
            return;
        }
        before.add(value);
    }

    private boolean included(Evaluator inner, Expr condition) {
        Value value = inner.evaluate(condition);
        if (value.isNull()) {
            outer.fail("Condition is null", "The value of the 'if' clause must not be null.", condition.range());
            return false;
        }
        try {
            return Convert.to(value, Type.BOOL) instanceof Value.Bool bool && bool.value();
        } catch (ConversionException wrong) {
            outer.fail(
                    "Invalid 'for' condition",
                    "The 'if' clause value is invalid: " + wrong.getMessage() + ".",
                    condition.range());
            return false;
        }
    }

    private Value name(Evaluator inner, Expr key) {
        Value value = inner.evaluate(key);
        if (value.isNull()) {
            return outer.fail(
                    "Invalid object key",
                    "Key expression in 'for' expression must not produce a null value.",
                    key.range());
        }
        try {
            return Convert.to(value, Type.STRING);
        } catch (ConversionException wrong) {
            return outer.fail(
                    "Invalid object key",
                    "The key expression produced an invalid result: " + wrong.getMessage() + ".",
                    key.range());
        }
    }

    private Value result() {
        if (expr.key() == null) {
            return outer.made(Value.tuple(items), expr.range());
        }
        Map<String, Value> object = new HashMap<>();
        fields.forEach((k, values) -> object.put(k, expr.form().group() ? Value.tuple(values) : values.get(0)));
        return outer.made(Value.object(object), expr.range());
    }
}
