package io.outrider.jobspec.hcl.function.text;

import io.outrider.jobspec.hcl.Source;
import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.encoding.JsonText;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code format} and {@code formatlist}: Go's verbs. */
final class Formatting {
    private static final Pattern VERB =
            Pattern.compile("%([-+ #0]*)(\\d+)?(?:\\.(\\d+))?(?:\\[(\\d+)])?(.)", Pattern.DOTALL);
    private static final int MAX_WIDTH = 10_000;

    private Formatting() {}

    static Value format(List<Value> args, Budget budget) {
        return Value.str(format(Table.text(args, 0), args.subList(1, args.size()), budget));
    }

    static Value formatList(List<Value> args, Budget budget) {
        int rows = rows(args);
        List<Value> results = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            List<Value> row = new ArrayList<>();
            for (Value arg : args.subList(1, args.size())) {
                row.add(arg.isSequence() ? arg.elements().get(i) : arg);
            }
            results.add(Value.str(row(Table.text(args, 0), row, i, budget)));
        }
        return Value.list(Type.STRING, results);
    }

    private static String row(String format, List<Value> row, int index, Budget budget) {
        try {
            return format(format, row, budget);
        } catch (FunctionException failed) {
            throw new FunctionException("error on format iteration " + index + ": " + failed.getMessage());
        }
    }

    private static int rows(List<Value> args) {
        int first = 0;
        for (int i = 1; i < args.size(); i++) {
            int size = args.get(i).isSequence() ? args.get(i).elements().size() : -1;
            int known = first == 0 ? size : args.get(first).elements().size();
            if (size >= 0 && size != known) {
                throw new FunctionException(
                        "argument " + i + " has length " + size + ", which is inconsistent with argument " + first
                                + " of length " + known,
                        i);
            }
            first = first == 0 && size >= 0 ? i : first;
        }
        return first == 0 ? 1 : args.get(first).elements().size();
    }

    private static String format(String format, List<Value> args, Budget budget) {
        StringBuilder out = new StringBuilder();
        Matcher verbs = VERB.matcher(format);
        int from = 0;
        int next = 0;
        int highest = 0;
        for (int at = format.indexOf('%'); at >= 0; at = format.indexOf('%', from)) {
            out.append(format, from, at);
            if (format.startsWith("%%", at)) {
                out.append('%');
                from = at + 2;
                continue;
            }
            if (!verbs.find(at) || verbs.start() != at) {
                throw new FunctionException("invalid format string starting at offset " + at);
            }
            if (verbs.group(4) != null) {
                next = index(verbs.group(4));
            }
            if (next < 0 || next >= args.size()) {
                String wanted = verbs.group(4) == null ? String.valueOf(next + 1) : verbs.group(4);
                throw new FunctionException("not enough arguments for \"" + verbs.group() + "\" at " + at
                        + ": need index " + wanted + " but have " + args.size() + " total");
            }
            String piece = padded(piece(verbs, args.get(next)), verbs);
            budget.spend(piece.length(), null);
            out.append(piece);
            next++;
            highest = Math.max(highest, next);
            from = verbs.end();
        }
        if (highest < args.size()) {
            throw new FunctionException(
                    highest == 0
                            ? "too many arguments; no verbs in format string"
                            : "too many arguments; only " + highest + " used by format string",
                    highest + 1);
        }
        return out.append(format.substring(from)).toString();
    }

    private static String padded(String text, Matcher verb) {
        int width = verb.group(2) == null ? 0 : number(verb.group(2));
        int missing = width - Source.graphemes(text);
        if (missing <= 0) {
            return text;
        }
        boolean left = verb.group(1).contains("-");
        boolean zeros = verb.group(1).contains("0") && !left;
        if (zeros) {
            int sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
            return text.substring(0, sign) + "0".repeat(missing) + text.substring(sign);
        }
        return left ? text + " ".repeat(missing) : " ".repeat(missing) + text;
    }

    /** From 0; nobody has more arguments than fit. */
    private static int index(String digits) {
        return digits.length() > 8 ? Integer.MAX_VALUE : Integer.parseInt(digits) - 1;
    }

    private static int number(String digits) {
        if (digits.length() > 5 || Integer.parseInt(digits) > MAX_WIDTH) {
            throw new FunctionException("width and precision may be at most " + MAX_WIDTH);
        }
        return Integer.parseInt(digits);
    }

    private static String piece(Matcher verb, Value value) {
        char c = verb.group(5).charAt(0);
        return switch (c) {
            case 'v' -> plain(value, verb.group(1).contains("#"));
            case 's' -> cut(TextArguments.text(value, verb), verb.group(3));
            case 'q' -> JsonText.encode(Value.str(TextArguments.text(value, verb)), TextArguments.SMALL_BUDGET.get());
            case 't' -> Boolean.toString(TextArguments.bool(value, verb));
            case 'd', 'b', 'o', 'x', 'X' -> whole(verb, TextArguments.whole(value, verb), c);
            case 'e', 'E', 'f', 'g', 'G' -> real(verb, TextArguments.number(value, verb), c);
            default ->
                throw new FunctionException(
                        "unsupported format verb '" + c + "' in \"" + verb.group() + "\" at offset " + verb.start());
        };
    }

    private static String cut(String text, String precision) {
        if (precision == null) {
            return text;
        }
        return TextFunctions.head(text, number(precision));
    }

    private static String plain(Value value, boolean quoted) {
        if (value.isNull()) {
            return "null";
        }
        if (value instanceof Value.Number number && !quoted && !number.number().isInfinite()) {
            return shortest(number.number());
        }
        boolean bare = value instanceof Value.Str && !quoted;
        return bare ? ((Value.Str) value).text() : JsonText.encode(value, TextArguments.SMALL_BUDGET.get());
    }

    private static String sign(Matcher verb, boolean negative) {
        return negative
                ? "-"
                : verb.group(1).contains("+") ? "+" : verb.group(1).contains(" ") ? " " : "";
    }

    private static String whole(Matcher verb, Num number, char c) {
        BigInteger whole = number.value().setScale(0, RoundingMode.DOWN).toBigInteger();
        int base = c == 'b' ? 2 : c == 'o' ? 8 : c == 'd' ? 10 : 16;
        String digits = whole.abs().toString(base);
        String prefix = verb.group(1).contains("#") && base == 16 ? "0x" : "";
        String text = prefix + digits;
        return sign(verb, whole.signum() < 0) + (c == 'X' ? text.toUpperCase(java.util.Locale.ROOT) : text);
    }

    private static String real(Matcher verb, Num number, char c) {
        int precision = verb.group(3) == null ? 6 : number(verb.group(3));
        boolean negative = number.signum() < 0;
        BigDecimal magnitude = number.value().abs();
        String text =
                switch (c) {
                    case 'f' ->
                        magnitude.setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
                    case 'e', 'E' -> exponent(magnitude, precision);
                    default ->
                        verb.group(3) == null
                                ? general(new BigDecimal(number.text()).abs(), -1)
                                : general(magnitude, Math.max(1, precision));
                };
        return sign(verb, negative) + (c == 'E' || c == 'G' ? text.toUpperCase(java.util.Locale.ROOT) : text);
    }

    private static String shortest(Num number) {
        return (number.signum() < 0 ? "-" : "") + general(new BigDecimal(number.text()).abs(), -1);
    }

    /** The shorter of both notations; without a precision all digits, and an exponent from a million on. */
    private static String general(BigDecimal magnitude, int precision) {
        BigDecimal rounded = precision < 0
                ? magnitude
                : magnitude.round(new java.math.MathContext(precision, RoundingMode.HALF_EVEN));
        if (rounded.signum() == 0) {
            return "0";
        }
        BigDecimal digits = rounded.stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        int limit = precision < 0 ? 6 : precision;
        return exponent < -4 || exponent >= limit ? exponent(digits, digits.precision() - 1) : digits.toPlainString();
    }

    private static String exponent(BigDecimal magnitude, int precision) {
        BigDecimal rounded = magnitude.round(new java.math.MathContext(precision + 1, RoundingMode.HALF_EVEN));
        int exponent = rounded.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
        BigDecimal mantissa = rounded.movePointLeft(exponent).setScale(precision, RoundingMode.HALF_EVEN);
        return mantissa.toPlainString() + String.format("e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
    }
}
