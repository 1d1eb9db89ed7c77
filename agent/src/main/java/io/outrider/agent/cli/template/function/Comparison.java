package io.outrider.agent.cli.template.function;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Compares values. Whole numbers and fractions compare by their value: JSON does not tell one from the other. */
final class Comparison {

    private Comparison() {}

    /** Whether the first equals one of the others. */
    static boolean equal(List<@Nullable Object> arguments) {
        if (arguments.size() < 2) {
            throw new IllegalArgumentException("missing argument for comparison");
        }
        Object first = arguments.get(0);
        return arguments.stream().skip(1).anyMatch(other -> same(first, other));
    }

    static boolean different(List<@Nullable Object> arguments) {
        pair(arguments);
        return !same(arguments.get(0), arguments.get(1));
    }

    /** Whether the order of two values is as asked: negative where the first is less. */
    static boolean ordered(List<@Nullable Object> arguments, IntPredicate wanted) {
        pair(arguments);
        Object first = arguments.get(0);
        Object second = arguments.get(1);
        if (first instanceof Number a && second instanceof Number b) {
            return wanted.test(order(a, b));
        }
        if (first instanceof String a && second instanceof String b) {
            return wanted.test(a.compareTo(b));
        }
        boolean alike = first != null && second != null && first.getClass() == second.getClass();
        throw new IllegalArgumentException(alike ? "invalid type for comparison" : "incompatible types for comparison");
    }

    private static boolean same(@Nullable Object first, @Nullable Object second) {
        if (first == null || second == null) {
            return first == second;
        }
        if (first instanceof Number a && second instanceof Number b) {
            return order(a, b) == 0;
        }
        if (first instanceof Map || first instanceof List || second instanceof Map || second instanceof List) {
            throw new IllegalArgumentException("incompatible types for comparison");
        }
        if (first.getClass() != second.getClass()) {
            throw new IllegalArgumentException("incompatible types for comparison");
        }
        return Objects.equals(first, second);
    }

    private static int order(Number first, Number second) {
        return first instanceof Long a && second instanceof Long b
                ? Long.compare(a, b)
                : Double.compare(first.doubleValue(), second.doubleValue());
    }

    private static void pair(List<@Nullable Object> arguments) {
        if (arguments.size() != 2) {
            throw new IllegalArgumentException("wants 2 arguments, got " + arguments.size());
        }
    }
}
