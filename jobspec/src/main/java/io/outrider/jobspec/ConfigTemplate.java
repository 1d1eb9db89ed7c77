package io.outrider.jobspec;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.LimitExceeded;
import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.Context;
import io.outrider.jobspec.hcl.eval.Context.UnknownNames;
import io.outrider.jobspec.hcl.eval.Evaluator;
import io.outrider.jobspec.hcl.eval.Function;
import io.outrider.jobspec.hcl.eval.Scope;
import io.outrider.jobspec.hcl.function.Functions;
import io.outrider.jobspec.hcl.syntax.Hcl;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the free-form config of a task when it starts (behaviour sections 4.1.3 and 4.5): every text in it is an
 * HCL template over the names of the node and the task. Pure and thread-safe. As in the reference, a name that does not
 * exist is an error here and fails the task; {@code $${x}} gives {@code ${x}}.
 */
public final class ConfigTemplate {
    /** Deeper configs are refused: every reader of one recurses. */
    private static final int MAX_DEPTH = 128;

    private static final Map<String, Function> FUNCTIONS = Functions.atRunTime();

    /** What a config becomes. */
    public sealed interface Result {}

    /**
     * The config with its templates evaluated. Text that is one interpolation keeps the type of its value.
     *
     * @param config maps, lists, texts, booleans, {@link Long} and {@link Double}
     */
    public record Rendered(Map<String, Object> config) implements Result {}

    /** At least one text could not be evaluated; the source of a place is named after the key that holds the text. */
    public record Failed(List<Diagnostic> diagnostics) implements Result {}

    private final Evaluator evaluator;
    private final Diagnostics diagnostics;

    private ConfigTemplate(Map<String, Object> variables) {
        this.diagnostics = new Diagnostics();
        Map<String, Value> names = new TreeMap<>();
        variables.forEach((name, value) -> names.put(name, name.equals("env") ? environment(value) : value(value)));
        Context context = new Context(FUNCTIONS, UnknownNames.REFUSE, diagnostics, new Budget(Limits.SHALLOW));
        this.evaluator = new Evaluator(context, Scope.of(names));
    }

    /**
     * Evaluates a config.
     *
     * @param config of the task: maps, lists, texts, numbers, booleans
     * @param variables nested maps with texts at their leaves; {@code env} is a flat map of the whole environment
     */
    public static Result render(Map<String, Object> config, Map<String, Object> variables) {
        try {
            ConfigTemplate template = new ConfigTemplate(variables);
            Map<String, Object> rendered = template.map(config, "config", 0);
            return template.diagnostics.hasErrors() ? new Failed(template.diagnostics.list()) : new Rendered(rendered);
        } catch (LimitExceeded over) {
            return new Failed(List.of(over.diagnostic()));
        }
    }

    private static Value environment(Object tree) {
        return tree instanceof Map<?, ?> map ? Value.map(Type.STRING, fields(map)) : value(tree);
    }

    private static Value value(Object tree) {
        return tree instanceof Map<?, ?> map ? Value.object(fields(map)) : Value.str(String.valueOf(tree));
    }

    private static Map<String, Value> fields(Map<?, ?> map) {
        Map<String, Value> fields = new TreeMap<>();
        map.forEach((k, v) -> fields.put(String.valueOf(k), leaf(v)));
        return fields;
    }

    private static Value leaf(@Nullable Object tree) {
        return tree == null ? Value.str("") : value(tree);
    }

    private Map<String, Object> map(Map<?, ?> config, String at, int depth) {
        Map<String, Object> rendered = new LinkedHashMap<>();
        config.forEach((key, value) -> {
            Object made = rendered(value, at + "." + key, depth + 1);
            if (made != null) {
                rendered.put(String.valueOf(key), made);
            }
        });
        return rendered;
    }

    private @Nullable Object rendered(@Nullable Object value, String at, int depth) {
        if (depth > MAX_DEPTH) {
            throw new LimitExceeded(
                    Diagnostic.error("Nesting too deep", at + " nests deeper than " + MAX_DEPTH + " levels.", null),
                    true);
        }
        if (value instanceof Map<?, ?> map) {
            return map(map, at, depth);
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            for (Object item : list) {
                Object made = rendered(item, at + "[" + items.size() + "]", depth + 1);
                items.add(made == null ? "" : made);
            }
            return items;
        }
        return value instanceof String text ? text(text, at) : value;
    }

    private @Nullable Object text(String text, String at) {
        if (!text.contains("${") && !text.contains("%{")) {
            return text;
        }
        return Hcl.template(Source.of(at, text), Limits.SHALLOW, diagnostics)
                .map(evaluator::evaluate)
                .map(ConfigTemplate::plain)
                .orElse(null);
    }

    private static @Nullable Object plain(Value value) {
        if (value instanceof Value.Str text) {
            return text.text();
        }
        if (value instanceof Value.Bool bool) {
            return bool.value();
        }
        if (value instanceof Value.Number number) {
            return number.number().asLong().isPresent()
                    ? number.number().asLong().get()
                    : (Object) number.number().asDouble();
        }
        if (value.isSequence()) {
            List<Object> items = new ArrayList<>();
            value.elements().forEach(item -> items.add(orEmpty(plain(item))));
            return items;
        }
        if (!value.isMapping()) {
            return null;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        value.entries().forEach((k, v) -> fields.put(k, orEmpty(plain(v))));
        return fields;
    }

    private static Object orEmpty(@Nullable Object value) {
        return value == null ? "" : value;
    }
}
