package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr.Step;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Attributes and elements of values. */
final class Steps {
    private static final String BAD_INDEX = "Invalid index";
    private static final String NOT_THERE = "The given key does not identify an element in this collection value";

    private Steps() {}

    static Value walk(Evaluator evaluator, Value from, List<Step> steps) {
        Value value = from;
        for (Step step : steps) {
            if (value.isUnknown()) {
                return value;
            }
            value = step.attribute()
                    ? attribute(evaluator, value, step)
                    : index(evaluator, value, step.key(), step.range());
        }
        return value;
    }

    private static Value attribute(Evaluator evaluator, Value value, Step step) {
        String name = ((Value.Str) step.key()).text();
        if (value.isNull()) {
            return evaluator.fail(
                    "Attempt to get attribute from null value",
                    "This value is null, so it does not have any attributes.",
                    step.range());
        }
        if (!value.isMapping()) {
            return evaluator.fail("Unsupported attribute", "This value does not have any attributes.", step.range());
        }
        Value found = value.entries().get(name);
        if (found != null) {
            return found;
        }
        if (value instanceof Value.Dict) {
            return evaluator.fail(
                    "Missing map element",
                    "This map does not have an element with the key \"" + name + "\".",
                    step.range());
        }
        if (!evaluator.context().diagnostics().wantsHints()) {
            return evaluator.fail(
                    "Unsupported attribute",
                    "This object does not have an attribute named \"" + name + "\".",
                    step.range());
        }
        String question = evaluator.question(name, value.entries().keySet());
        evaluator
                .context()
                .diagnostics()
                .add(io.outrider.jobspec.hcl.Diagnostic.error(
                                "Unsupported attribute",
                                "This object does not have an attribute named \"" + name + "\".",
                                step.range())
                        .hint(question.isEmpty() ? known(value) : question));
        return Value.UNKNOWN;
    }

    private static String known(Value value) {
        Set<String> names = value.entries().keySet();
        return names.isEmpty()
                ? "It has none."
                : "It has: " + names.stream().limit(10).collect(Collectors.joining(", "))
                        + (names.size() > 10 ? ", ..." : "");
    }

    static Value index(Evaluator evaluator, Value collection, Value key, Range where) {
        if (collection.isUnknown() || key.isUnknown()) {
            return Value.UNKNOWN;
        }
        if (collection.isNull()) {
            return evaluator.fail(
                    "Attempt to index null value", "This value is null, so it does not have any indices.", where);
        }
        if (key.isNull()) {
            return evaluator.fail(BAD_INDEX, "Can't use a null value as an indexing key.", where);
        }
        boolean set = collection.type().isCollection(Type.Kind.SET);
        if (set || !collection.iterable()) {
            return evaluator.fail(BAD_INDEX, "This value does not have any indices.", where);
        }
        try {
            return collection.isSequence()
                    ? element(evaluator, collection, Convert.to(key, Type.NUMBER), where)
                    : entry(evaluator, collection, Convert.to(key, Type.STRING), where);
        } catch (ConversionException wrong) {
            return evaluator.fail(BAD_INDEX, NOT_THERE + ": " + wrong.getMessage() + ".", where);
        }
    }

    private static Value element(Evaluator evaluator, Value collection, Value key, Range where) {
        Num number = ((Value.Number) key).number();
        if (!number.isWhole()) {
            return evaluator.fail(
                    BAD_INDEX,
                    NOT_THERE + ": indexing a sequence requires a whole number, but the given index (" + number.text()
                            + ") has a fractional part.",
                    where);
        }
        Optional<Long> index = number.asLong();
        List<Value> items = collection.elements();
        return index.isPresent() && index.get() >= 0 && index.get() < items.size()
                ? items.get(index.get().intValue())
                : evaluator.fail(BAD_INDEX, NOT_THERE + ".", where);
    }

    private static Value entry(Evaluator evaluator, Value collection, Value key, Range where) {
        Value found = collection.entries().get(((Value.Str) key).text());
        return found == null ? evaluator.fail(BAD_INDEX, NOT_THERE + ".", where) : found;
    }
}
