package io.outrider.jobspec.hcl.eval;

import io.outrider.jobspec.hcl.value.Value;
import java.util.Iterator;
import java.util.Map;

/** Equality as {@code ==} sees it: no conversion, numbers by value, a list is never a tuple. */
public final class Equality {
    private Equality() {}

    public static boolean same(Value a, Value b) {
        if (a.isNull() || b.isNull()) {
            return a.isNull() && b.isNull();
        }
        if (a instanceof Value.Number x && b instanceof Value.Number y) {
            return x.number().compareTo(y.number()) == 0;
        }
        if (a.getClass() != b.getClass()) {
            return false;
        }
        if (a instanceof Value.Sequence x
                && b instanceof Value.Sequence y
                && !x.type().equals(y.type())) {
            return false;
        }
        if (a.isSequence()) {
            return sameItems(a, b);
        }
        return a.isMapping() ? sameEntries(a, b) : a.equals(b);
    }

    private static boolean sameItems(Value a, Value b) {
        if (a.elements().size() != b.elements().size()) {
            return false;
        }
        Iterator<Value> others = b.elements().iterator();
        for (Value item : a.elements()) {
            if (!same(item, others.next())) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameEntries(Value a, Value b) {
        if (!a.entries().keySet().equals(b.entries().keySet())) {
            return false;
        }
        Iterator<Value> others = b.entries().values().iterator();
        for (Map.Entry<String, Value> entry : a.entries().entrySet()) {
            if (!same(entry.getValue(), others.next())) {
                return false;
            }
        }
        return true;
    }
}
