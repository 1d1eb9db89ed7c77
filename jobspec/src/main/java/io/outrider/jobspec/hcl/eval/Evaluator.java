package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.NearestName;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.eval.Context.UnknownNames;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Evaluates expressions in a scope. A failed expression is reported once and gives {@link Value#UNKNOWN}, which passes
 * silently through whatever uses it. Of one thread. Throws {@link io.outrider.jobspec.hcl.LimitExceeded} only.
 */
public final class Evaluator implements Expr.Visitor<Value> {
    /** No name of the language: what {@link Expr.Item} looks up. */
    private static final String ITEM = "*";

    private final Context context;
    private final Scope scope;

    public Evaluator(Context context, Scope scope) {
        this.context = context;
        this.scope = scope;
    }

    public Context context() {
        return context;
    }

    public Scope scope() {
        return scope;
    }

    /** The same with more names. */
    public Evaluator with(Map<String, Value> names) {
        return new Evaluator(context, scope.with(names));
    }

    /** The same with another place for its diagnostics. */
    public Evaluator collecting(Diagnostics diagnostics) {
        return new Evaluator(context.collecting(diagnostics), scope);
    }

    public Value evaluate(Expr expr) {
        context.budget().step(expr.range());
        return context.budget().used(expr.accept(this), expr.range());
    }

    Value fail(String summary, String detail, Range range) {
        context.diagnostics().error(summary, detail, range);
        return Value.UNKNOWN;
    }

    /** The question whether a known name was meant; empty if there is none, or if nobody would read it. */
    String question(String name, Collection<String> known) {
        boolean asked =
                context.diagnostics().wantsHints() && context.budget().affordsHint(NearestName.cost(name, known));
        return asked ? NearestName.question(name, known) : "";
    }

    Value made(Value value, Range range) {
        return context.budget().made(value, range);
    }

    @Override
    public Value literal(Expr.Literal expr) {
        return expr.value();
    }

    @Override
    public Value parens(Expr.Parens expr) {
        return evaluate(expr.inner());
    }

    @Override
    public Value wrap(Expr.Wrap expr) {
        return evaluate(expr.inner());
    }

    @Override
    public Value item(Expr.Item expr) {
        Value item = scope.find(ITEM);
        return item == null ? Value.UNKNOWN : item;
    }

    @Override
    public Value variable(Expr.Variable expr) {
        context.budget().walk(scope.depth(), expr.range());
        Value root = scope.find(expr.name());
        if (root != null) {
            return Steps.walk(this, root, expr.steps());
        }
        if (context.unknown() == UnknownNames.KEEP) {
            KeptNames.warn(expr, scope, context.diagnostics());
            return made(Value.str("${" + expr.shown() + "}"), expr.range());
        }
        Range name = new Range(
                expr.range().source(),
                expr.range().start(),
                expr.range().start() + expr.name().length());
        return scope.known().isEmpty()
                ? fail("Variables not allowed", "Variables may not be used here.", name)
                : fail(
                        "Unknown variable",
                        ("There is no variable named \"" + expr.name() + "\". " + question(expr.name(), scope.known()))
                                .strip(),
                        name);
    }

    @Override
    public Value relative(Expr.Relative expr) {
        return Steps.walk(this, evaluate(expr.source()), expr.steps());
    }

    @Override
    public Value index(Expr.Index expr) {
        Value collection = evaluate(expr.collection());
        Value key = evaluate(expr.key());
        return Steps.index(this, collection, key, expr.brackets());
    }

    @Override
    public Value template(Expr.Template expr) {
        StringBuilder joined = new StringBuilder();
        boolean known = true;
        for (Expr part : expr.parts()) {
            Value text = interpolated(evaluate(part), part.range());
            if (text instanceof Value.Str str) {
                context.budget().spend(str.text().length(), part.range());
                joined.append(str.text());
            } else {
                known = false;
            }
        }
        return known ? Value.str(joined.toString()) : Value.UNKNOWN;
    }

    private Value interpolated(Value value, Range range) {
        String summary = "Invalid template interpolation value";
        if (value.isNull()) {
            return fail(
                    summary, "The expression result is null. Cannot include a null value in a string template.", range);
        }
        try {
            return Convert.to(value, Type.STRING);
        } catch (ConversionException wrong) {
            return fail(
                    summary, "Cannot include the given value in a string template: " + wrong.getMessage() + ".", range);
        }
    }

    @Override
    public Value join(Expr.Join expr) {
        Value parts = evaluate(expr.loop());
        StringBuilder joined = new StringBuilder();
        for (Value part : parts.elements()) {
            Value text = interpolated(part, expr.loop().value().range());
            if (!(text instanceof Value.Str str)) {
                return Value.UNKNOWN;
            }
            context.budget().spend(str.text().length(), expr.range());
            joined.append(str.text());
        }
        return parts.isUnknown() ? parts : Value.str(joined.toString());
    }

    @Override
    public Value splat(Expr.Splat expr) {
        Value source = evaluate(expr.source());
        if (source.isUnknown()) {
            return source;
        }
        if (source.isNull()) {
            boolean sequence = source.type() instanceof Type.Tuple
                    || source.type().isCollection(Type.Kind.LIST)
                    || source.type().isCollection(Type.Kind.SET);
            return sequence
                    ? fail(
                            "Splat of null value",
                            "Splat expressions (with the * symbol) cannot be applied to null sequences.",
                            expr.source().range())
                    : Value.tuple(List.of());
        }
        List<Value> items = source.isSequence() ? source.elements() : List.of(source);
        List<Value> results = new ArrayList<>(items.size());
        int errors = context.diagnostics().errorCount();
        for (Value item : items) {
            results.add(with(Map.of(ITEM, item)).evaluate(expr.each()));
            if (context.diagnostics().errorCount() > errors) {
                return Value.UNKNOWN;
            }
        }
        Value tuple = made(Value.tuple(results), expr.range());
        return source instanceof Value.Sequence ? asList(tuple) : tuple;
    }

    private static Value asList(Value tuple) {
        try {
            return Convert.to(tuple, Type.list(Type.ANY));
        } catch (ConversionException mixed) {
            return tuple;
        }
    }

    @Override
    public Value call(Expr.Call expr) {
        return new Calls(this).call(expr);
    }

    @Override
    public Value conditional(Expr.Conditional expr) {
        return Operators.conditional(this, expr);
    }

    @Override
    public Value binary(Expr.Binary expr) {
        return Operators.binary(this, expr);
    }

    @Override
    public Value unary(Expr.Unary expr) {
        return Operators.unary(this, expr);
    }

    @Override
    public Value tuple(Expr.Tuple expr) {
        List<Value> items = new ArrayList<>(expr.items().size());
        for (Expr item : expr.items()) {
            items.add(evaluate(item));
        }
        context.budget().spend(items.size(), expr.range());
        return made(Value.tuple(items), expr.range());
    }

    @Override
    public Value struct(Expr.Struct expr) {
        Map<String, Value> fields = new TreeMap<>(Value.BYTES);
        boolean known = true;
        for (Expr.Field field : expr.fields()) {
            Value key = key(evaluate(field.key()), field.key().range());
            Value value = evaluate(field.value());
            if (key instanceof Value.Str name) {
                fields.put(name.text(), value);
            } else {
                known = false;
            }
        }
        context.budget().spend(fields.size(), expr.range());
        return known ? made(Value.object(fields), expr.range()) : Value.UNKNOWN;
    }

    private Value key(Value key, Range range) {
        if (key.isNull()) {
            return fail("Null value as key", "Can't use a null value as a key.", range);
        }
        try {
            return Convert.to(key, Type.STRING);
        } catch (ConversionException wrong) {
            return fail("Incorrect key type", "Can't use this value as a key: " + wrong.getMessage() + ".", range);
        }
    }

    @Override
    public Value loop(Expr.For expr) {
        return new Loop(this, expr).run();
    }
}
