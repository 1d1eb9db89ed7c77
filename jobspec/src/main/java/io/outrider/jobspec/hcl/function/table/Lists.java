package io.outrider.jobspec.hcl.function.table;

import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Unify;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Conversions that functions of lists share. */
public final class Lists {
    private Lists() {}

    /** An argument as a type; what it cannot be is an error of that argument. */
    public static Value as(Type type, List<Value> args, int index) {
        try {
            return Convert.to(args.get(index), type);
        } catch (ConversionException wrong) {
            throw new FunctionException(String.valueOf(wrong.getMessage()), index);
        }
    }

    /** A list if all items have one type, else a tuple. */
    public static Value listOrTuple(List<Value> items, boolean list) {
        if (!list) {
            return Value.tuple(items);
        }
        return Unify.all(items.stream().map(Value::type).toList())
                .map(type -> Value.list(type, converted(items, type)))
                .orElseGet(() -> Value.tuple(items));
    }

    public static List<Value> converted(List<Value> items, Type type) {
        List<Value> all = new ArrayList<>(items.size());
        for (Value item : items) {
            all.add(Convert.to(item, type));
        }
        return all;
    }

    public static boolean isTuple(Value value) {
        return value instanceof Value.Tuple;
    }
}
