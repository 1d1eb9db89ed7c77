package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a name in front of parentheses does. */
public sealed interface Function {

    /** Gets values of its parameters' types; never an unknown one, null only where the parameter allows it. */
    record Plain(
            String name,
            List<Parameter> parameters,
            @Nullable Parameter rest,
            Code code) implements Function {}

    /** Decides itself what to evaluate. */
    enum Lazy implements Function {
        TRY,
        CAN,
        CONVERT
    }

    /** A parameter; {@code nullable} if null may be given. */
    record Parameter(String name, Type type, boolean nullable) {}

    /** The work of a {@link Plain} function: throws {@link FunctionException} for arguments it cannot use. */
    @FunctionalInterface
    interface Code {
        Value call(List<Value> args, Budget budget);
    }
}
