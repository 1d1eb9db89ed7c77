package io.outrider.agent.cli.template.function;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Go's {@code printf}. Wrong verbs do not fail but show in the text, as there. */
final class GoFormat {

    private static final Pattern VERB = Pattern.compile("%([-+# 0]*)(\\d*)(?:\\.(\\d*))?(.?)", Pattern.DOTALL);

    /** No terminal is wider, and no text need be. */
    private static final int WIDEST = 10_000;

    private final List<@Nullable Object> arguments;
    private int next;

    private GoFormat(List<@Nullable Object> arguments) {
        this.arguments = arguments;
    }

    /** The first argument says how, the others what. */
    static String format(List<@Nullable Object> arguments) {
        if (arguments.isEmpty() || !(arguments.get(0) instanceof String format)) {
            throw new IllegalArgumentException("wants a format first");
        }
        return new GoFormat(arguments.subList(1, arguments.size())).all(format);
    }

    private String all(String format) {
        StringBuilder out = new StringBuilder();
        Matcher matcher = VERB.matcher(format);
        while (matcher.find()) {
            matcher.appendReplacement(out, Matcher.quoteReplacement(one(matcher)));
        }
        matcher.appendTail(out);
        if (next < arguments.size()) {
            out.append("%!(EXTRA");
            for (int at = next; at < arguments.size(); at++) {
                Object value = arguments.get(at);
                out.append(at > next ? ", " : " ")
                        .append(type(value))
                        .append('=')
                        .append(GoText.of(value));
            }
            out.append(')');
        }
        return out.toString();
    }

    private String one(Matcher matcher) {
        String verb = matcher.group(4);
        if (verb.equals("%")) {
            return "%";
        }
        if (verb.isEmpty()) {
            return "%!(NOVERB)";
        }
        if (next >= arguments.size()) {
            return "%!" + verb + "(MISSING)";
        }
        Object value = arguments.get(next++);
        String flags = matcher.group(1);
        String text = text(verb.charAt(0), flags, matcher.group(3), value);
        return padded(text, flags, matcher.group(2), value instanceof Number);
    }

    private static String text(char verb, String flags, @Nullable String precision, @Nullable Object value) {
        return switch (verb) {
            case 'v' -> signed(GoText.of(value), flags, value);
            case 'T' -> type(value);
            case 's' ->
                value instanceof Number || value instanceof Boolean ? wrong(verb, value) : cut(value, precision);
            case 'q' -> value instanceof Number || value instanceof Boolean ? wrong(verb, value) : quoted(value);
            case 't' -> value instanceof Boolean ? value.toString() : wrong(verb, value);
            case 'd' -> value instanceof Long ? signed(value.toString(), flags, value) : wrong(verb, value);
            case 'x', 'X', 'o', 'b' -> based(verb, value);
            case 'c' -> value instanceof Long code ? Character.toString(code.intValue()) : wrong(verb, value);
            case 'f', 'F', 'e', 'E', 'g', 'G' ->
                value instanceof Double number
                        ? signed(decimal(verb, precision, number), flags, value)
                        : wrong(verb, value);
            default -> wrong(verb, value);
        };
    }

    private static String cut(@Nullable Object value, @Nullable String precision) {
        String text = GoText.of(value);
        int most = precision == null ? text.length() : precision.isEmpty() ? 0 : number(precision);
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most));
    }

    private static String quoted(@Nullable Object value) {
        return value instanceof String text ? Quoting.quoted(text) : GoText.of(value);
    }

    private static String based(char verb, @Nullable Object value) {
        boolean capital = verb == 'X';
        if (value instanceof Long number) {
            int radix = verb == 'o' ? 8 : verb == 'b' ? 2 : 16;
            String digits = Long.toString(number, radix);
            return capital ? digits.toUpperCase(Locale.ROOT) : digits;
        }
        if (value instanceof String text && Character.toLowerCase(verb) == 'x') {
            HexFormat hex = capital ? HexFormat.of().withUpperCase() : HexFormat.of();
            return hex.formatHex(text.getBytes(StandardCharsets.UTF_8));
        }
        return wrong(verb, value);
    }

    private static String decimal(char verb, @Nullable String precision, double number) {
        boolean shortest = precision == null && Character.toLowerCase(verb) == 'g';
        if (shortest || Double.isNaN(number) || Double.isInfinite(number)) {
            return GoText.number(number);
        }
        int digits = precision == null ? 6 : precision.isEmpty() ? 0 : number(precision);
        return String.format(Locale.ROOT, "%." + digits + (verb == 'F' ? 'f' : verb), number);
    }

    private static String signed(String text, String flags, @Nullable Object value) {
        boolean positive = value instanceof Number && !text.startsWith("-");
        return positive && flags.contains("+") ? "+" + text : positive && flags.contains(" ") ? " " + text : text;
    }

    private static String padded(String text, String flags, String width, boolean isNumber) {
        int missing = (width.isEmpty() ? 0 : number(width)) - text.codePointCount(0, text.length());
        if (missing <= 0) {
            return text;
        }
        if (flags.contains("-")) {
            return text + " ".repeat(missing);
        }
        if (!flags.contains("0")) {
            return " ".repeat(missing) + text;
        }
        boolean sign = isNumber && !text.isEmpty() && "+-".indexOf(text.charAt(0)) >= 0;
        return (sign ? text.substring(0, 1) : "") + "0".repeat(missing) + (sign ? text.substring(1) : text);
    }

    private static int number(String digits) {
        return digits.length() > 5 ? WIDEST : Math.min(WIDEST, Integer.parseInt(digits));
    }

    private static String wrong(char verb, @Nullable Object value) {
        return value == null ? "%!" + verb + "(<nil>)" : "%!" + verb + "(" + type(value) + "=" + GoText.of(value) + ")";
    }

    private static String type(@Nullable Object value) {
        if (value == null) {
            return "<nil>";
        }
        if (value instanceof Long) {
            return "int";
        }
        if (value instanceof Double) {
            return "float64";
        }
        if (value instanceof Boolean) {
            return "bool";
        }
        return value instanceof Map ? "map[string]interface {}" : value instanceof List ? "[]interface {}" : "string";
    }
}
