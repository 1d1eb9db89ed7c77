package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.Diagnostics;
import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr;
import io.outrider.jobspec.hcl.ast.Expr.Operator;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Unify;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Operators and conditionals. Chains are folded in a loop: they may be as long as the file. */
final class Operators {
    private Operators() {}

    static Value binary(Evaluator evaluator, Expr.Binary expr) {
        Deque<Expr.Binary> chain = new ArrayDeque<>();
        Expr leftmost = expr;
        while (leftmost instanceof Expr.Binary binary) {
            chain.push(binary);
            leftmost = binary.left();
        }
        Value left = evaluator.evaluate(leftmost);
        for (Expr.Binary next : chain) {
            left = apply(evaluator, next, left, evaluator.evaluate(next.right()));
        }
        return left;
    }

    private static Value apply(Evaluator evaluator, Expr.Binary expr, Value left, Value right) {
        Operator operator = expr.operator();
        if (operator == Operator.EQUAL || operator == Operator.NOT_EQUAL) {
            boolean known = !left.isUnknown() && !right.isUnknown();
            boolean equal = known && Equality.same(left, right);
            return known ? Value.bool(equal == (operator == Operator.EQUAL)) : Value.UNKNOWN;
        }
        boolean logic = operator == Operator.AND || operator == Operator.OR;
        Type type = logic ? Type.BOOL : Type.NUMBER;
        Value a = operand(evaluator, left, type, new Place("left", expr.left().range()));
        Value b =
                operand(evaluator, right, type, new Place("right", expr.right().range()));
        if (a.isUnknown() || b.isUnknown()) {
            return Value.UNKNOWN;
        }
        if (a.isNull() || b.isNull()) {
            return failed(evaluator, "argument must not be null", expr.range());
        }
        if (logic) {
            boolean x = ((Value.Bool) a).value();
            boolean y = ((Value.Bool) b).value();
            return Value.bool(operator == Operator.AND ? x && y : x || y);
        }
        try {
            return numbers(operator, ((Value.Number) a).number(), ((Value.Number) b).number());
        } catch (ArithmeticException impossible) {
            return failed(evaluator, String.valueOf(impossible.getMessage()), expr.range());
        }
    }

    private static Value failed(Evaluator evaluator, String why, Range range) {
        return evaluator.fail("Operation failed", "Error during operation: " + why + ".", range);
    }

    private static Value numbers(Operator operator, Num a, Num b) {
        return switch (operator) {
            case ADD -> Value.number(a.plus(b));
            case SUBTRACT -> Value.number(a.plus(b.negate()));
            case MULTIPLY -> Value.number(a.times(b));
            case DIVIDE -> Value.number(a.dividedBy(b));
            case MODULO -> Value.number(a.modulo(b));
            case LESS -> Value.bool(a.compareTo(b) < 0);
            case LESS_EQUAL -> Value.bool(a.compareTo(b) <= 0);
            case GREATER -> Value.bool(a.compareTo(b) > 0);
            case GREATER_EQUAL -> Value.bool(a.compareTo(b) >= 0);
            default -> throw new IllegalArgumentException("not an operator of numbers: " + operator);
        };
    }

    private record Place(String side, Range range) {}

    private static Value operand(Evaluator evaluator, Value value, Type type, Place place) {
        try {
            return Convert.to(value, type);
        } catch (ConversionException wrong) {
            return evaluator.fail(
                    "Invalid operand",
                    "Unsuitable value for " + place.side() + " operand: " + wrong.getMessage() + ".",
                    place.range());
        }
    }

    static Value unary(Evaluator evaluator, Expr.Unary expr) {
        Deque<Expr.Unary> chain = new ArrayDeque<>();
        Expr innermost = expr;
        while (innermost instanceof Expr.Unary unary) {
            chain.push(unary);
            innermost = unary.operand();
        }
        Value value = evaluator.evaluate(innermost);
        for (Expr.Unary next : chain) {
            value = unary(evaluator, next, value);
        }
        return value;
    }

    private static Value unary(Evaluator evaluator, Expr.Unary expr, Value operand) {
        boolean not = expr.operator() == Operator.NOT;
        Value value = operand(
                evaluator,
                operand,
                not ? Type.BOOL : Type.NUMBER,
                new Place("unary", expr.operand().range()));
        if (value.isNull()) {
            return failed(evaluator, "argument must not be null", expr.range());
        }
        if (value instanceof Value.Bool bool) {
            return Value.bool(!bool.value());
        }
        return value instanceof Value.Number number
                ? Value.number(number.number().negate())
                : Value.UNKNOWN;
    }

    /** Both sides are evaluated because both decide the type; only the chosen side's faults count. */
    static Value conditional(Evaluator evaluator, Expr.Conditional expr) {
        Diagnostics yesFaults = new Diagnostics();
        Diagnostics noFaults = new Diagnostics();
        Value yes = evaluator.collecting(yesFaults).evaluate(expr.yes());
        Value no = evaluator.collecting(noFaults).evaluate(expr.no());
        Optional<Type> type =
                yes.isUnknown() || no.isUnknown() ? Optional.of(Type.ANY) : Unify.both(yes.type(), no.type());
        if (type.isEmpty()) {
            return evaluator.fail(
                    "Inconsistent conditional result types",
                    "The true and false result expressions must have consistent types. The given expressions are "
                            + yes.type().friendlyName() + " and " + no.type().friendlyName() + ", respectively.",
                    expr.yes().range().to(expr.no().range()));
        }
        Value condition = condition(evaluator, expr.condition());
        if (!(condition instanceof Value.Bool bool)) {
            return Value.UNKNOWN;
        }
        evaluator.context().diagnostics().addAll((bool.value() ? yesFaults : noFaults).list());
        return converted(evaluator, bool.value() ? yes : no, type.get(), expr);
    }

    private static Value condition(Evaluator evaluator, Expr expr) {
        Value condition = evaluator.evaluate(expr);
        if (condition.isNull()) {
            return evaluator.fail(
                    "Null condition",
                    "The condition value is null. Conditions must either be true or false.",
                    expr.range());
        }
        try {
            return Convert.to(condition, Type.BOOL);
        } catch (ConversionException wrong) {
            return evaluator.fail(
                    "Incorrect condition type", "The condition expression must be of type bool.", expr.range());
        }
    }

    private static Value converted(Evaluator evaluator, Value chosen, Type type, Expr.Conditional expr) {
        try {
            return Convert.to(chosen, type);
        } catch (ConversionException wrong) {
            return evaluator.fail(
                    "Invalid conditional result",
                    "The result cannot be made a " + type.friendlyName() + ": " + wrong.getMessage() + ".",
                    expr.range());
        }
    }
}
