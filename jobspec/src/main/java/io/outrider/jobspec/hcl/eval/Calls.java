package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.Diagnostic;
import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.eval.Function.Parameter;
import io.outrider.jobspec.hcl.eval.Function.Plain;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Function calls. */
final class Calls {
    private static final String BAD_ARGUMENT = "Invalid function argument";

    private final Evaluator evaluator;

    Calls(Evaluator evaluator) {
        this.evaluator = evaluator;
    }

    private record Argument(Value value, Range range) {}

    Value call(Expr.Call expr) {
        Function function = evaluator.context().functions().get(expr.name());
        if (evaluator.context().functions().isEmpty()) {
            return evaluator.fail("Function calls not allowed", "Functions may not be called here.", expr.range());
        }
        if (function == null) {
            String question = evaluator.question(
                    expr.name(), evaluator.context().functions().keySet());
            return evaluator.fail(
                    "Call to unknown function",
                    ("There is no function named \"" + expr.name() + "\". " + question).strip(),
                    expr.nameRange());
        }
        return function instanceof Plain plain ? plain(plain, expr) : lazy((Function.Lazy) function, expr);
    }

    private Value plain(Plain function, Expr.Call expr) {
        List<Argument> given = arguments(expr);
        if (given == null || !countFits(function, given, expr)) {
            return Value.UNKNOWN;
        }
        List<Value> values = new ArrayList<>(given.size());
        boolean usable = true;
        for (Argument argument : given) {
            Value value = converted(parameter(function, values.size()), argument);
            usable &= !value.isUnknown();
            values.add(value);
        }
        return usable ? run(function, values, given, expr) : Value.UNKNOWN;
    }

    private Value run(Plain function, List<Value> values, List<Argument> given, Expr.Call expr) {
        evaluator.context().budget().work(reading(values), expr.range());
        try {
            return evaluator.made(
                    function.code().call(values, evaluator.context().budget()), expr.range());
        } catch (FunctionException failed) {
            boolean one = failed.argument() >= 0 && failed.argument() < given.size();
            return one
                    ? badArgument(parameter(function, failed.argument()), failed, given.get(failed.argument()))
                    : failed(expr, String.valueOf(failed.getMessage()));
        }
    }

    /** What it takes to read all of some arguments: their parts, and the letters of texts. */
    private static long reading(List<Value> values) {
        long sum = 0;
        for (Value value : values) {
            sum += value instanceof Value.Str text ? text.text().length() : 1;
            sum += value.iterable() ? reading(value.elements()) : 0;
        }
        return sum;
    }

    private Value badArgument(Parameter parameter, RuntimeException why, Argument argument) {
        return evaluator.fail(
                BAD_ARGUMENT,
                "Invalid value for \"" + parameter.name() + "\" parameter: " + why.getMessage() + ".",
                argument.range());
    }

    private Value failed(Expr.Call expr, String why) {
        Range name = expr.nameRange();
        return evaluator.fail(
                "Error in function call",
                "Call to function \"" + expr.name() + "\" failed: " + why + ".",
                new Range(
                        name.source(),
                        name.start(),
                        Math.min(name.end() + 1, expr.range().end())));
    }

    private static Parameter parameter(Plain function, int index) {
        List<Parameter> parameters = function.parameters();
        Parameter rest = function.rest();
        return index < parameters.size() || rest == null ? parameters.get(index) : rest;
    }

    private boolean countFits(Plain function, List<Argument> given, Expr.Call expr) {
        int required = function.parameters().size();
        if (given.size() < required) {
            Range close = expr.range();
            evaluator.fail(
                    "Not enough function arguments",
                    "Function \"" + expr.name() + "\" expects" + (function.rest() == null ? " " : " at least ")
                            + required + " argument(s). Missing value for \""
                            + function.parameters().get(given.size()).name() + "\".",
                    new Range(close.source(), close.end() - 1, close.end()));
            return false;
        }
        if (given.size() > required && function.rest() == null) {
            evaluator.fail(
                    "Too many function arguments",
                    "Function \"" + expr.name() + "\" expects only " + required + " argument(s).",
                    given.get(required).range());
            return false;
        }
        return true;
    }

    private Value converted(Parameter parameter, Argument argument) {
        if (argument.value().isNull() && !parameter.nullable()) {
            return badArgument(parameter, new ConversionException("argument must not be null"), argument);
        }
        try {
            return Convert.to(argument.value(), parameter.type());
        } catch (ConversionException wrong) {
            return badArgument(parameter, wrong, argument);
        }
    }

    private @org.jspecify.annotations.Nullable List<Argument> arguments(Expr.Call expr) {
        List<Argument> given = new ArrayList<>();
        for (Expr arg : expr.args()) {
            given.add(new Argument(evaluator.evaluate(arg), arg.range()));
        }
        if (!expr.expand()) {
            return given;
        }
        Argument last = given.remove(given.size() - 1);
        if (last.value().isUnknown()) {
            return null;
        }
        if (!last.value().isSequence()) {
            evaluator.fail(
                    "Invalid expanding argument value",
                    "The expanding argument (indicated by ...) must "
                            + (last.value().isNull() ? "not be null." : "be of a tuple, list, or set type."),
                    last.range());
            return null;
        }
        last.value().elements().forEach(item -> given.add(new Argument(item, last.range())));
        return given;
    }

    private Value lazy(Function.Lazy function, Expr.Call expr) {
        return switch (function) {
            case TRY -> firstThatWorks(expr);
            case CAN -> can(expr);
            case CONVERT -> convert(expr);
        };
    }

    private boolean hasArguments(Expr.Call expr, int count) {
        if (expr.args().size() == count) {
            return true;
        }
        boolean few = expr.args().size() < count;
        Range close = expr.range();
        evaluator.fail(
                few ? "Not enough function arguments" : "Too many function arguments",
                "Function \"" + expr.name() + "\" expects " + (few ? "" : "only ") + count + " argument(s).",
                few
                        ? new Range(close.source(), close.end() - 1, close.end())
                        : expr.args().get(count).range());
        return false;
    }

    private Value firstThatWorks(Expr.Call expr) {
        StringBuilder faults = new StringBuilder();
        for (Expr arg : expr.args()) {
            Diagnostics found = Diagnostics.withoutHints();
            Value value = evaluator.collecting(found).evaluate(arg);
            if (!found.hasErrors()) {
                return value;
            }
            Diagnostic first = found.list().get(0);
            faults.append("\n- ").append(first.summary()).append(" (at ").append(first.range());
            faults.append(")\n  ").append(first.detail());
        }
        return expr.args().isEmpty()
                ? failed(expr, "at least one argument is required")
                : failed(
                        expr,
                        "no expression succeeded:" + faults
                                + "\n\nAt least one expression must produce a successful result");
    }

    private Value can(Expr.Call expr) {
        if (!hasArguments(expr, 1)) {
            return Value.UNKNOWN;
        }
        Diagnostics found = Diagnostics.withoutHints();
        evaluator.collecting(found).evaluate(expr.args().get(0));
        return Value.bool(!found.hasErrors());
    }

    private Value convert(Expr.Call expr) {
        if (!hasArguments(expr, 2)) {
            return Value.UNKNOWN;
        }
        Value value = evaluator.evaluate(expr.args().get(0));
        Optional<Type> type =
                TypeExpr.read(expr.args().get(1), evaluator.context().diagnostics());
        if (type.isEmpty()) {
            return Value.UNKNOWN;
        }
        try {
            return Convert.to(value, type.get());
        } catch (ConversionException wrong) {
            return evaluator.fail(
                    BAD_ARGUMENT,
                    "Invalid value for \"value\" parameter: " + wrong.getMessage() + ".",
                    expr.args().get(0).range());
        }
    }
}
