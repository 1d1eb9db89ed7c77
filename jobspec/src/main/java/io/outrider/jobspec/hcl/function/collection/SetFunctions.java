package io.outrider.jobspec.hcl.function.collection;

import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.table.Lists;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Unify;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Functions of sets. */
public final class SetFunctions {
    /** What a combination costs beside its elements: it is an object of its own, and is made in several steps. */
    private static final long ROW = 256;

    private SetFunctions() {}

    public static void add(Table table) {
        table.open("setunion", (a, b) -> combined(a, Set::addAll), Table.any("first_set"), Table.any("other_sets"));
        table.open(
                "setintersection",
                (a, b) -> combined(a, Set::retainAll),
                Table.any("first_set"),
                Table.any("other_sets"));
        table.open("setproduct", (a, b) -> product(a, b), Table.any("sets"));
    }

    private static Value combined(List<Value> args, BiConsumer<Set<Value>, List<Value>> step) {
        List<Type> types = new ArrayList<>();
        for (int i = 0; i < args.size(); i++) {
            Table.sequence(args, i).elements().forEach(v -> types.add(v.type()));
        }
        Type element = Unify.all(types)
                .orElseThrow(() -> new FunctionException("given sets must all have compatible element types"));
        Set<Value> result = new LinkedHashSet<>(Lists.converted(args.get(0).elements(), element));
        for (Value other : args.subList(1, args.size())) {
            step.accept(result, Lists.converted(other.elements(), element));
        }
        return Value.set(element, result);
    }

    private static Value product(List<Value> args, Budget budget) {
        if (args.size() < 2) {
            throw new FunctionException("at least two arguments are required");
        }
        List<List<Value>> rows = List.of(List.of());
        for (int i = 0; i < args.size(); i++) {
            List<Value> items = Table.sequence(args, i).elements();
            budget.spend((long) rows.size() * items.size() * (args.size() + ROW), null);
            List<List<Value>> longer = new ArrayList<>();
            for (List<Value> row : rows) {
                for (Value item : items) {
                    List<Value> next = new ArrayList<>(row);
                    next.add(item);
                    longer.add(next);
                }
            }
            rows = longer;
        }
        return Lists.listOrTuple(rows.stream().map(Value::tuple).toList(), true);
    }
}
