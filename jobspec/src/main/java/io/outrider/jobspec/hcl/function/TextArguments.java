package io.outrider.jobspec.hcl.function;

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

    static String text(Value value, Matcher verb, int index) {
        return ((Value.Str) as(Type.STRING, value, verb, index)).text();
    }

    static boolean bool(Value value, Matcher verb, int index) {
        return ((Value.Bool) as(Type.BOOL, value, verb, index)).value();
    }

    static Num number(Value value, Matcher verb, int index) {
        Num number = ((Value.Number) as(Type.NUMBER, value, verb, index)).number();
        if (number.isInfinite()) {
            throw unsupported(verb, "an infinite number has no digits", index);
        }
        return number;
    }

    private static Value as(Type type, Value value, Matcher verb, int index) {
        if (value.isNull()) {
            throw unsupported(
                    verb,
                    "unsupported value for \"" + verb.group() + "\" at " + verb.start()
                            + ": null value cannot be formatted",
                    index);
        }
        try {
            return Convert.to(value, type);
        } catch (ConversionException wrong) {
            throw unsupported(
                    verb,
                    "unsupported value for \"" + verb.group() + "\" at " + verb.start() + ": " + wrong.getMessage(),
                    index);
        }
    }

    private static FunctionException unsupported(Matcher verb, String message, int index) {
        return new FunctionException(message, verb.group().isEmpty() ? 0 : index);
    }
}
