package io.outrider.jobspec.hcl.function.collection;

import static io.outrider.jobspec.hcl.function.table.Table.any;

import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.table.Lists;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Unify;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Functions of maps and objects. */
public final class MapFunctions {
    private MapFunctions() {}

    public static void add(Table table) {
        table.fixed("keys", (a, b) -> keys(mapping(a, 0)), any("inputMap"));
        table.fixed("values", (a, b) -> values(a.get(0)), any("mapping"));
        table.fixed("lookup", (a, b) -> lookup(a), any("inputMap"), Table.text("key"), any("default"));
        table.open("merge", (a, b) -> merge(a), Table.nullable("maps"));
        table.fixed("zipmap", (a, b) -> zip(a), Table.of("keys", Type.list(Type.STRING)), any("values"));
    }

    private static Value mapping(List<Value> args, int index) {
        Value value = args.get(index);
        if (!value.isMapping()) {
            throw new FunctionException("must have map or object type", index);
        }
        return value;
    }

    private static Value keys(Value map) {
        List<Value> keys = map.entries().keySet().stream().map(Value::str).toList();
        return map instanceof Value.Dict ? Value.list(Type.STRING, keys) : Value.tuple(keys);
    }

    private static Value values(Value map) {
        if (!map.isMapping()) {
            throw new FunctionException("values() requires a map as the first argument");
        }
        List<Value> values = List.copyOf(map.entries().values());
        return map instanceof Value.Dict dict ? Value.list(dict.type().element(), values) : Value.tuple(values);
    }

    private static Value lookup(List<Value> args) {
        if (!args.get(0).isMapping()) {
            throw new FunctionException("lookup() requires a map as the first argument", 0);
        }
        Value found = args.get(0).entries().get(Table.text(args, 1));
        if (found != null) {
            return found;
        }
        return args.get(0) instanceof Value.Dict map ? Lists.as(map.type().element(), args, 2) : args.get(2);
    }

    private static Value merge(List<Value> args) {
        Map<String, Value> merged = new TreeMap<>(Value.BYTES);
        boolean maps = !args.isEmpty();
        for (Value arg : args) {
            if (!arg.isNull() && !arg.isMapping()) {
                throw new FunctionException(
                        "arguments must be maps or objects, got \"" + arg.type().friendlyName() + "\"");
            }
            merged.putAll(arg.entries());
            maps &= arg instanceof Value.Dict;
        }
        if (!maps) {
            return Value.object(merged);
        }
        return Unify.all(merged.values().stream().map(Value::type).toList())
                .map(type -> Value.map(type, merged))
                .orElseGet(() -> Value.object(merged));
    }

    private static Value zip(List<Value> args) {
        List<Value> keys = args.get(0).elements();
        List<Value> values = new ArrayList<>(Table.sequence(args, 1).elements());
        if (keys.size() != values.size()) {
            throw new FunctionException(
                    "number of keys (" + keys.size() + ") does not match number of values (" + values.size() + ")");
        }
        Map<String, Value> zipped = new TreeMap<>(Value.BYTES);
        for (int i = 0; i < keys.size(); i++) {
            if (!(keys.get(i) instanceof Value.Str key)) {
                throw new FunctionException("keys list has null value at index " + i);
            }
            zipped.put(key.text(), values.get(i));
        }
        return args.get(1) instanceof Value.Sequence list
                ? Value.map(list.type().element(), zipped)
                : Value.object(zipped);
    }
}
