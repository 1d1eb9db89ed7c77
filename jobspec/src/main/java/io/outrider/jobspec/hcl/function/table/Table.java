package io.outrider.jobspec.hcl.function.table;

import io.outrider.jobspec.hcl.eval.Function;
import io.outrider.jobspec.hcl.eval.Function.Code;
import io.outrider.jobspec.hcl.eval.Function.Parameter;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects functions while the table is made, and reads arguments in their code. */
public final class Table {
    private final Map<String, Function> functions = new HashMap<>();

    public Map<String, Function> functions() {
        return functions;
    }

    /** A function of a fixed number of arguments. */
    public void fixed(String name, Code code, Parameter... parameters) {
        functions.put(name, new Function.Plain(name, List.of(parameters), null, code));
    }

    /** A function whose last parameter stands for any number of arguments. */
    public void open(String name, Code code, Parameter... parameters) {
        List<Parameter> all = List.of(parameters);
        Parameter rest = all.get(all.size() - 1);
        functions.put(name, new Function.Plain(name, all.subList(0, all.size() - 1), rest, code));
    }

    public static Parameter text(String name) {
        return new Parameter(name, Type.STRING, false);
    }

    public static Parameter number(String name) {
        return new Parameter(name, Type.NUMBER, false);
    }

    public static Parameter any(String name) {
        return new Parameter(name, Type.ANY, false);
    }

    public static Parameter nullable(String name) {
        return new Parameter(name, Type.ANY, true);
    }

    public static Parameter of(String name, Type type) {
        return new Parameter(name, type, false);
    }

    public static String text(List<Value> args, int index) {
        return ((Value.Str) args.get(index)).text();
    }

    public static Num num(List<Value> args, int index) {
        return ((Value.Number) args.get(index)).number();
    }

    /** A whole number of 32 bits. */
    public static int whole(List<Value> args, int index) {
        Num number = num(args, index);
        return number.asLong()
                .filter(n -> n >= Integer.MIN_VALUE && n <= Integer.MAX_VALUE)
                .map(Long::intValue)
                .orElseThrow(() ->
                        new FunctionException("value must be a whole number, between -2147483648 and" + " 2147483647"));
    }

    /** A tuple, list or set. */
    public static Value sequence(List<Value> args, int index) {
        Value value = args.get(index);
        if (!value.isSequence()) {
            throw new FunctionException("a list, set or tuple is required", index);
        }
        return value;
    }
}
