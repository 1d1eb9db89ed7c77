package io.outrider.agent.cli.template.function;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as Go prints them. */
public final class GoText {

    /** From this exponent on Go writes one. */
    private static final int FIRST_LONG = 6;

    private static final int SMALLEST_PLAIN = -4;

    private GoText() {}

    /** As an action prints its value: nothing is {@code <no value>}. */
    public static String shown(@Nullable Object value) {
        return value == null ? "<no value>" : of(value);
    }

    /** As {@code %v} prints it: nothing is {@code <nil>}. */
    public static String of(@Nullable Object value) {
        if (value == null) {
            return "<nil>";
        }
        if (value instanceof Double number) {
            return number(number);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(GoText::of).collect(Collectors.joining(" ", "[", "]"));
        }
        if (value instanceof Map<?, ?> map) {
            return new TreeMap<>(map)
                    .entrySet().stream()
                            .map(entry -> entry.getKey() + ":" + of(entry.getValue()))
                            .collect(Collectors.joining(" ", "map[", "]"));
        }
        return value.toString();
    }

    /** As {@code print} joins them: a space between two of which neither is a text. */
    public static String joined(List<@Nullable Object> values) {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < values.size(); at++) {
            boolean texts = at > 0 && (values.get(at) instanceof String || values.get(at - 1) instanceof String);
            out.append(at > 0 && !texts ? " " : "").append(of(values.get(at)));
        }
        return out.toString();
    }

    /** As {@code println} joins them, with the line's end. */
    public static String line(List<@Nullable Object> values) {
        return values.stream().map(GoText::of).collect(Collectors.joining(" ", "", "\n"));
    }

    /** The shortest text that means this number. */
    static String number(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf";
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        BigDecimal shortest = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        boolean plain = exponent >= SMALLEST_PLAIN && exponent < FIRST_LONG;
        return plain ? shortest.toPlainString() : scientific(shortest, exponent);
    }

    private static String scientific(BigDecimal number, int exponent) {
        String digits = number.unscaledValue().abs().toString();
        String sign = number.signum() < 0 ? "-" : "";
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        String power = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return sign + digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + power;
    }
}
