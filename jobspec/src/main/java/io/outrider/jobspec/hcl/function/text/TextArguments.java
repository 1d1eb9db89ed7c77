package io.outrider.jobspec.hcl.function.text;

import io.outrider.jobspec.hcl.Limits;
import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.function.Supplier;
import java.util.regex.Matcher;

/** Arguments of {@code format}, each as its verb wants it. */
final class TextArguments {
    /** The result is accounted for by the caller; this one only ends a runaway. */
    static final Supplier<Budget> SMALL_BUDGET = () -> new Budget(Limits.SHALLOW);

    private TextArguments() {}

    static String text(Value value, Matcher verb) {
        return ((Value.Str) as(Type.STRING, value, verb)).text();
    }

    static boolean bool(Value value, Matcher verb) {
        return ((Value.Bool) as(Type.BOOL, value, verb)).value();
    }

    static Num number(Value value, Matcher verb) {
        Num number = ((Value.Number) as(Type.NUMBER, value, verb)).number();
        if (number.isInfinite()) {
            throw unsupported(verb, "an infinite number has no digits");
        }
        return number;
    }

    static Num whole(Value value, Matcher verb) {
        Num number = number(value, verb);
        if (!number.isWhole()) {
            throw unsupported(verb, "an integer is required");
        }
        return number;
    }

    private static Value as(Type type, Value value, Matcher verb) {
        if (value.isNull()) {
            throw unsupported(verb, "null value cannot be formatted");
        }
        try {
            return Convert.to(value, type);
        } catch (ConversionException wrong) {
            throw unsupported(verb, String.valueOf(wrong.getMessage()));
        }
    }

    private static FunctionException unsupported(Matcher verb, String why) {
        return new FunctionException("unsupported value for \"" + verb.group() + "\" at " + verb.start() + ": " + why);
    }
}
