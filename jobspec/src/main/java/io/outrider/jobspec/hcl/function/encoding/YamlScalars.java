package io.outrider.jobspec.hcl.function.encoding;

import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What plain scalars mean in YAML 1.1: {@code yes} is true, {@code 0x1f} is 31, {@code ~} is null. */
final class YamlScalars {
    static final String CORE = "tag:yaml.org,2002:";
    private static final Set<String> TRUE =
            Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSE =
            Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
    private static final Pattern WHOLE = Pattern.compile("([-+]?)(?:0b([01]+)|0x([0-9A-Fa-f]+)|0o?([0-7]+)|([0-9]+))");
    private static final Pattern REAL =
            Pattern.compile("[-+]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][-+]?[0-9]{1,9})?");
    private static final Pattern INFINITE = Pattern.compile("([-+]?)\\.(?:inf|Inf|INF)");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final int MAX_DIGITS = 2_000;

    private YamlScalars() {}

    static Value resolve(String text, Optional<String> tag, boolean plain) {
        String name = tag.orElse("");
        if (name.isEmpty() || name.equals("!")) {
            return plain && name.isEmpty() ? plain(text) : Value.str(text);
        }
        return switch (name) {
            case CORE + "str", CORE + "binary" -> Value.str(text);
            case CORE + "int", CORE + "float", CORE + "bool", CORE + "null", CORE + "timestamp" -> plain(text);
            default -> throw new FunctionException("unsupported tag \"" + name.replace(CORE, "!!") + "\"");
        };
    }

    private static Value plain(String text) {
        if (NULL.contains(text)) {
            return Value.NULL;
        }
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return Value.bool(TRUE.contains(text));
        }
        if (DATE.matcher(text).matches()) {
            return Value.str(text + "T00:00:00Z");
        }
        return number(text).orElseGet(() -> Value.str(text));
    }

    private static Optional<Value> number(String written) {
        if (written.equals(".nan") || written.equals(".NaN") || written.equals(".NAN")) {
            throw new FunctionException("floating point NaN is not supported");
        }
        Matcher infinite = INFINITE.matcher(written);
        if (infinite.matches()) {
            return Optional.of(Value.number(infinite.group(1).equals("-") ? Num.MINUS_INFINITY : Num.INFINITY));
        }
        if (written.length() > MAX_DIGITS || written.startsWith("_")) {
            return Optional.empty();
        }
        String text = written.replace("_", "");
        Matcher whole = WHOLE.matcher(text);
        if (whole.matches()) {
            BigInteger value = digits(whole);
            BigInteger signed = whole.group(1).equals("-") ? value.negate() : value;
            return Optional.of(Value.number(Num.of(new BigDecimal(signed))));
        }
        return REAL.matcher(text).matches() ? Num.parse(text).map(Value::number) : Optional.empty();
    }

    private static BigInteger digits(Matcher whole) {
        int[] bases = {2, 16, 8, 10};
        for (int i = 0; i < bases.length; i++) {
            if (whole.group(i + 2) != null) {
                return new BigInteger(whole.group(i + 2), bases[i]);
            }
        }
        return BigInteger.ZERO;
    }
}
