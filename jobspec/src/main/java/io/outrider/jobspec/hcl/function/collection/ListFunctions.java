package io.outrider.jobspec.hcl.function.collection;

import static io.outrider.jobspec.hcl.function.table.Table.any;
import static io.outrider.jobspec.hcl.function.table.Table.num;
import static io.outrider.jobspec.hcl.function.table.Table.sequence;
import static io.outrider.jobspec.hcl.function.table.Table.whole;

import io.outrider.jobspec.hcl.eval.Budget;
import io.outrider.jobspec.hcl.eval.Equality;
import io.outrider.jobspec.hcl.eval.FunctionException;
import io.outrider.jobspec.hcl.function.table.Lists;
import io.outrider.jobspec.hcl.function.table.Table;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Unify;
import io.outrider.jobspec.hcl.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Functions of lists and tuples. */
public final class ListFunctions {
    private static final String LIST = "list";
    private static final String NO_COLLECTION = "collection must be a list, a map or a tuple";
    private static final int MAX_RANGE = 1024;

    private ListFunctions() {}

    public static void add(Table table) {
        table.fixed("chunklist", (a, b) -> chunks(a), any(LIST), Table.number("size"));
        table.open("coalesce", (a, b) -> coalesce(a), Table.nullable("vals"));
        table.open("coalescelist", (a, b) -> coalesceList(a), any("vals"));
        table.fixed("compact", (a, b) -> compact(a), Table.of(LIST, Type.list(Type.STRING)));
        table.open("concat", (a, b) -> concat(a, b), any("seqs"));
        table.fixed("contains", (a, b) -> contains(a), any(LIST), any("value"));
        table.fixed("distinct", (a, b) -> distinct(a), any(LIST));
        table.fixed("element", (a, b) -> element(a), any(LIST), Table.number("index"));
        table.fixed("flatten", (a, b) -> flatten(a), any(LIST));
        table.fixed("index", (a, b) -> index(a), any("collection"), any("key"));
        table.fixed("length", (a, b) -> length(a), any("value"));
        table.open("range", (a, b) -> range(a), Table.number("params"));
        table.fixed("slice", (a, b) -> slice(a), any(LIST), Table.number("start_index"), Table.number("end_index"));
        table.fixed("sort", (a, b) -> sort(a), Table.of(LIST, Type.list(Type.STRING)));
    }

    private static Value chunks(List<Value> args) {
        int size = whole(args, 1);
        if (size < 0) {
            throw new FunctionException("the size argument must be positive");
        }
        Value source = sequence(args, 0);
        List<Value> items = source.elements();
        List<Value> chunks = new ArrayList<>();
        int step = size == 0 ? Math.max(1, items.size()) : size;
        for (int from = 0; from < items.size(); from += step) {
            List<Value> part = items.subList(from, (int) Math.min(items.size(), (long) from + step));
            chunks.add(Lists.listOrTuple(part, true));
        }
        return Lists.listOrTuple(chunks, true);
    }

    private static Value coalesce(List<Value> args) {
        Type type = Unify.all(args.stream().map(Value::type).toList())
                .orElseThrow(() -> new FunctionException("all arguments must have the same type"));
        return args.stream()
                .filter(v -> !v.isNull())
                .findFirst()
                .map(v -> Convert.to(v, type))
                .orElseThrow(() -> new FunctionException("no non-null arguments"));
    }

    private static Value coalesceList(List<Value> args) {
        for (int i = 0; i < args.size(); i++) {
            if (!args.get(i).isSequence()) {
                throw new FunctionException("coalescelist arguments must be lists or tuples");
            }
            if (!args.get(i).elements().isEmpty()) {
                return args.get(i);
            }
        }
        throw new FunctionException("no non-null arguments");
    }

    private static Value compact(List<Value> args) {
        List<Value> kept = args.get(0).elements().stream()
                .filter(v -> v instanceof Value.Str text && !text.text().isEmpty())
                .toList();
        return Value.list(Type.STRING, kept);
    }

    private static Value concat(List<Value> args, Budget budget) {
        if (args.isEmpty()) {
            throw new FunctionException("at least one argument is required");
        }
        List<Value> all = new ArrayList<>();
        boolean lists = true;
        for (int i = 0; i < args.size(); i++) {
            if (!args.get(i).isSequence() || isSet(args.get(i))) {
                throw new FunctionException(
                        "all arguments must be lists or tuples; got "
                                + args.get(i).type().friendlyName(),
                        i);
            }
            budget.spend(args.get(i).elements().size(), null);
            all.addAll(args.get(i).elements());
            lists &= !Lists.isTuple(args.get(i));
        }
        return Lists.listOrTuple(all, lists);
    }

    private static Value contains(List<Value> args) {
        Value wanted = args.get(1);
        if (!args.get(0).isSequence()) {
            throw new FunctionException("argument must be list, tuple, or set");
        }
        return Value.bool(sequence(args, 0).elements().stream().anyMatch(item -> Equality.same(item, wanted)));
    }

    private static Value distinct(List<Value> args) {
        Value list = sequence(args, 0);
        List<Value> kept = new ArrayList<>(new java.util.LinkedHashSet<>(list.elements()));
        return Lists.listOrTuple(kept, true);
    }

    private static Value element(List<Value> args) {
        List<Value> items = sequence(args, 0).elements();
        if (isSet(args.get(0))) {
            throw new FunctionException(
                    "cannot read elements from " + args.get(0).type().friendlyName());
        }
        if (items.isEmpty()) {
            throw new FunctionException("cannot use element function with an empty list");
        }
        int index = whole(args, 1);
        if (index < 0) {
            throw new FunctionException("cannot use element function with a negative index");
        }
        return items.get(index % items.size());
    }

    private static Value flatten(List<Value> args) {
        if (!args.get(0).isSequence()) {
            throw new FunctionException("can only flatten lists, sets and tuples");
        }
        List<Value> flat = new ArrayList<>();
        flatten(sequence(args, 0), flat);
        return Value.tuple(flat);
    }

    private static void flatten(Value value, List<Value> flat) {
        for (Value item : value.elements()) {
            if (item.isSequence()) {
                flatten(item, flat);
            } else {
                flat.add(item);
            }
        }
    }

    /** The element at a key: this is no search. */
    private static Value index(List<Value> args) {
        Value collection = args.get(0);
        if (!collection.iterable() || collection instanceof Value.Struct) {
            throw new FunctionException(NO_COLLECTION);
        }
        try {
            if (collection.isSequence()) {
                return collection.elements().get(place(args.get(1), collection));
            }
            Value found =
                    args.get(1) instanceof Value.Str key ? collection.entries().get(key.text()) : null;
            if (found != null) {
                return found;
            }
        } catch (IndexOutOfBoundsException | ArithmeticException outside) {
            throw new FunctionException(
                    "key must be between 0 and " + collection.elements().size() + " inclusive");
        }
        throw new FunctionException("no element with the given key");
    }

    private static int place(Value key, Value collection) {
        if (!(key instanceof Value.Number number)) {
            String word = collection instanceof Value.Tuple ? "tuple" : "list";
            throw new FunctionException("key for " + word + " must be number");
        }
        return Math.toIntExact(number.number().asLong().orElse(-1L));
    }

    private static boolean isSet(Value value) {
        return value.type().isCollection(Type.Kind.SET);
    }

    /** Whether a collection has an element at a key. */
    public static Value hasIndex(List<Value> args) {
        Value collection = args.get(0);
        if (collection.isSequence()) {
            boolean inside = args.get(1) instanceof Value.Number key
                    && key.number()
                            .asLong()
                            .filter(n -> n >= 0 && n < collection.elements().size())
                            .isPresent();
            return Value.bool(inside);
        }
        return Value.bool(
                args.get(1) instanceof Value.Str key && collection.entries().containsKey(key.text()));
    }

    private static Value length(List<Value> args) {
        Value value = args.get(0);
        if (!value.iterable() || value instanceof Value.Struct) {
            throw new FunctionException(NO_COLLECTION);
        }
        return Value.number(
                value.isMapping() ? value.entries().size() : value.elements().size());
    }

    private static Value range(List<Value> args) {
        if (args.isEmpty() || args.size() > 3) {
            throw new FunctionException("must have one, two, or three arguments");
        }
        Num start = args.size() == 1 ? Num.ZERO : num(args, 0);
        Num end = num(args, args.size() == 1 ? 0 : 1);
        boolean down = end.compareTo(start) < 0;
        Num step = args.size() == 3 ? num(args, 2) : Num.of(down ? -1 : 1);
        if (step.isZero()) {
            throw new FunctionException("step must not be zero");
        }
        if (start.compareTo(end) != 0 && down != step.signum() < 0) {
            throw new FunctionException(
                    down
                            ? "end must be greater than start when step is positive"
                            : "end must be less than start when step is negative",
                    1);
        }
        List<Value> items = new ArrayList<>();
        for (Num at = start; down ? at.compareTo(end) > 0 : at.compareTo(end) < 0; at = at.plus(step)) {
            if (items.size() >= MAX_RANGE) {
                throw new FunctionException("more than 1024 values were generated; either decrease the difference"
                        + " between start and end or use a smaller step");
            }
            items.add(Value.number(at));
        }
        return Value.list(Type.NUMBER, items);
    }

    private static Value slice(List<Value> args) {
        Value source = sequence(args, 0);
        if (isSet(source)) {
            throw new FunctionException(
                    "cannot slice a set, because its elements do not have indices; explicitly convert to a list if the"
                            + " ordering of the result is not important",
                    0);
        }
        int size = source.elements().size();
        int from = whole(args, 1);
        int to = whole(args, 2);
        if (from < 0 || from > size) {
            throw new FunctionException("start index must be between 0 and the length of the list", 1);
        }
        if (to < 0 || to > size) {
            throw new FunctionException("end index must not be greater than the length of the list", 2);
        }
        if (to < from) {
            throw new FunctionException("start index must not be greater than end index", 1);
        }
        return Lists.listOrTuple(source.elements().subList(from, to), !Lists.isTuple(source));
    }

    private static Value sort(List<Value> args) {
        List<Value> items = new ArrayList<>(args.get(0).elements());
        IntStream.range(0, items.size())
                .filter(i -> items.get(i).isNull())
                .findFirst()
                .ifPresent(i -> {
                    throw new FunctionException("given list element " + i + " is null; a null string cannot be sorted");
                });
        items.sort(Comparator.comparing(v -> ((Value.Str) v).text(), Value.BYTES));
        return Value.list(Type.STRING, items);
    }
}
