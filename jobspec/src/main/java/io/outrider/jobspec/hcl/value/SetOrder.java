package io.outrider.jobspec.hcl.value;

import java.util.Comparator;

/** The order in which a set is iterated: numbers by size, text by bytes, false before true, all else as it came. */
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
        return Boolean.compare(a.isNull(), b.isNull());
    }
}
