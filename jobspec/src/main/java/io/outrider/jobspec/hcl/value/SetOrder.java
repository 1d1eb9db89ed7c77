package io.outrider.jobspec.hcl.value;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The order in which a set is iterated: numbers by size, text by bytes, false before true, parts one by one. */
enum SetOrder implements Comparator<Value> {
    INSTANCE;

    @Override
    public int compare(Value a, Value b) {
        if (a instanceof Value.Str x && b instanceof Value.Str y) {
            return Value.BYTES.compare(x.text(), y.text());
        }
        if (a instanceof Value.Number x && b instanceof Value.Number y) {
            return x.number().compareTo(y.number());
        }
        if (a instanceof Value.Bool x && b instanceof Value.Bool y) {
            return Boolean.compare(x.value(), y.value());
        }
        if (a.isMapping() && b.isMapping()) {
            return firstDifference(entries(a), entries(b));
        }
        return a.isSequence() && b.isSequence()
                ? firstDifference(a.elements(), b.elements())
                : Boolean.compare(a.isNull(), b.isNull());
    }

    private static List<Value> entries(Value value) {
        List<Value> all = new ArrayList<>();
        value.entries().forEach((name, item) -> {
            all.add(new Value.Str(name));
            all.add(item);
        });
        return all;
    }

    private static int firstDifference(List<Value> a, List<Value> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = INSTANCE.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }
}
