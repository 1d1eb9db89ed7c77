package io.outrider.jobspec.hcl.function.number;

import static io.outrider.jobspec.hcl.function.table.Table.num;
import static io.outrider.jobspec.hcl.function.table.Table.number;
import static io.outrider.jobspec.hcl.function.table.Table.text;
import static io.outrider.jobspec.hcl.function.table.Table.whole;

import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.List;

/** Functions of numbers. */
public final class NumberFunctions {
    private static final String NUM = "num";

    private NumberFunctions() {}

    public static void add(Table table) {
        table.fixed(
                "abs", (a, b) -> Value.number(num(a, 0).signum() < 0 ? num(a, 0).negate() : num(a, 0)), number(NUM));
        table.fixed("ceil", (a, b) -> rounded(num(a, 0), RoundingMode.CEILING), number(NUM));
        table.fixed("floor", (a, b) -> rounded(num(a, 0), RoundingMode.FLOOR), number(NUM));
        table.fixed("log", (a, b) -> log(a), number(NUM), number("base"));
        table.fixed(
                "pow",
                (a, b) -> real(Math.pow(num(a, 0).asDouble(), num(a, 1).asDouble())),
                number(NUM),
                number("power"));
        table.fixed("signum", (a, b) -> Value.number(Integer.signum(whole(a, 0))), number(NUM));
        table.fixed("parseint", (a, b) -> parse(a), Table.any("number"), number("base"));
        table.open("max", (a, b) -> Value.number(Collections.max(numbers(a))), number("numbers"));
        table.open("min", (a, b) -> Value.number(Collections.min(numbers(a))), number("numbers"));
    }

    private static List<Num> numbers(List<Value> args) {
        if (args.isEmpty()) {
            throw new FunctionException("must pass at least one number");
        }
        return args.stream().map(v -> ((Value.Number) v).number()).toList();
    }

    /** Without the fraction. */
    public static Value cut(List<Value> args) {
        return rounded(num(args, 0), RoundingMode.DOWN);
    }

    private static Value rounded(Num number, RoundingMode mode) {
        return number.isInfinite()
                ? Value.number(number)
                : Value.number(
                        Num.of(new BigDecimal(number.value().setScale(0, mode).toBigInteger())));
    }

    private static Value real(double value) {
        if (Double.isNaN(value)) {
            throw new FunctionException("the result is not a number");
        }
        // The shortest decimal that reads as this double, as everywhere a double becomes a number.
        return Value.number(Double.isInfinite(value) ? Num.of(value) : Num.of(BigDecimal.valueOf(value)));
    }

    private static Value log(List<Value> args) {
        return real(Math.log(num(args, 0).asDouble()) / Math.log(num(args, 1).asDouble()));
    }

    private static Value parse(List<Value> args) {
        if (!(args.get(0) instanceof Value.Str)) {
            throw new FunctionException(
                    "first argument must be a string, not " + args.get(0).type().friendlyName(), 0);
        }
        int base = whole(args, 1);
        if (base < 2 || base > 62) {
            throw new FunctionException("base must be a whole number between 2 and 62 inclusive", 1);
        }
        try {
            return Value.number(Num.of(new BigDecimal(digits(text(args, 0), base))));
        } catch (NumberFormatException wrong) {
            throw new FunctionException("cannot parse \"" + text(args, 0) + "\" as a base " + base + " integer", 0);
        }
    }

    private static BigInteger digits(String text, int base) {
        boolean negative = text.startsWith("-");
        String digits = negative || text.startsWith("+") ? text.substring(1) : text;
        if (digits.isEmpty() || digits.length() > 10_000) {
            throw new NumberFormatException("no digits");
        }
        BigInteger total = BigInteger.ZERO;
        for (char c : digits.toCharArray()) {
            int digit = digit(c, base);
            total = total.multiply(BigInteger.valueOf(base)).add(BigInteger.valueOf(digit));
        }
        return negative ? total.negate() : total;
    }

    /** Up to base 36 letters of both cases are equal, beyond that the small ones come first. */
    private static int digit(char c, int base) {
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : -1;
        if (c >= 'A' && c <= 'Z') {
            digit = c - 'A' + (base <= 36 ? 10 : 36);
        }
        if (digit < 0 || digit >= base) {
            throw new NumberFormatException("not a digit");
        }
        return digit;
    }
}
