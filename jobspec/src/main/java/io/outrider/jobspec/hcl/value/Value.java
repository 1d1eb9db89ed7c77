package io.outrider.jobspec.hcl.value;

import java.text.Normalizer;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What an expression gives; immutable. Lists of any length, maps sorted by the bytes of their keys. */
public sealed interface Value {
    /** Order of text by UTF-8 bytes, which is that of code points. */
    Comparator<String> BYTES = Value::compareCodePoints;

    Value TRUE = new Bool(true);
    Value FALSE = new Bool(false);
    Value NULL = new Null(Type.ANY);
    Value UNKNOWN = new Unknown();

    Type type();

    /** How deep it nests: 1 for what has no parts. */
    default int depth() {
        return 1;
    }

    /**
     * How many values it is made of, those counted twice that stand in two places: what it costs to walk through it. A
     * short text can make values that share their parts and are larger than any memory when written out.
     */
    default long weight() {
        return 1;
    }

    /** Text, in normal form C. */
    record Str(String text) implements Value {
        @Override
        public Type type() {
            return Type.STRING;
        }
    }

    /** A number. */
    record Number(Num number) implements Value {
        @Override
        public Type type() {
            return Type.NUMBER;
        }
    }

    /** True or false. */
    record Bool(boolean value) implements Value {
        @Override
        public Type type() {
            return Type.BOOL;
        }
    }

    /** Nothing, of a type ({@code ANY} for the word {@code null}). */
    record Null(Type type) implements Value {}

    /** Stands for the result of a failed expression, so that what uses it does not fail again. */
    record Unknown() implements Value {
        @Override
        public Type type() {
            return Type.ANY;
        }
    }

    /** A tuple. */
    record Tuple(List<Value> items, int depth, long weight) implements Value {
        @Override
        public Type type() {
            return new Type.Tuple(items.stream().map(Value::type).toList());
        }
    }

    /** A list or set (a set is sorted and holds no value twice). */
    record Sequence(Type.Collection type, List<Value> items, int depth, long weight) implements Value {}

    /** An object. */
    record Struct(SortedMap<String, Value> fields, int depth, long weight) implements Value {
        @Override
        public Type type() {
            SortedMap<String, Type> types = new TreeMap<>(BYTES);
            fields.forEach((k, v) -> types.put(k, v.type()));
            return new Type.Struct(types);
        }
    }

    /** A map: all values of one type. */
    record Dict(Type.Collection type, SortedMap<String, Value> fields, int depth, long weight) implements Value {}

    static Value str(String text) {
        return new Str(
                Normalizer.isNormalized(text, Normalizer.Form.NFC)
                        ? text
                        : Normalizer.normalize(text, Normalizer.Form.NFC));
    }

    static Value number(Num number) {
        return new Number(number);
    }

    static Value number(long number) {
        return new Number(Num.of(number));
    }

    static Value bool(boolean value) {
        return value ? TRUE : FALSE;
    }

    static Value tuple(List<Value> items) {
        return new Tuple(List.copyOf(items), depthOf(items), weightOf(items));
    }

    static Value list(Type element, List<Value> items) {
        return new Sequence(
                new Type.Collection(Type.Kind.LIST, element), List.copyOf(items), depthOf(items), weightOf(items));
    }

    static Value set(Type element, java.util.Collection<Value> items) {
        List<Value> sorted = items.stream().distinct().sorted(SetOrder.INSTANCE).toList();
        return new Sequence(new Type.Collection(Type.Kind.SET, element), sorted, depthOf(sorted), weightOf(sorted));
    }

    static Value object(Map<String, Value> fields) {
        return new Struct(sorted(fields), depthOf(fields.values()), weightOf(fields.values()));
    }

    static Value map(Type element, Map<String, Value> fields) {
        return new Dict(
                new Type.Collection(Type.Kind.MAP, element),
                sorted(fields),
                depthOf(fields.values()),
                weightOf(fields.values()));
    }

    private static SortedMap<String, Value> sorted(Map<String, Value> fields) {
        SortedMap<String, Value> copy = new TreeMap<>(BYTES);
        copy.putAll(fields);
        return Collections.unmodifiableSortedMap(copy);
    }

    private static long weightOf(java.util.Collection<Value> items) {
        long sum = 1;
        for (Value item : items) {
            sum = Math.min(Integer.MAX_VALUE, sum + item.weight());
        }
        return sum;
    }

    private static int depthOf(java.util.Collection<Value> items) {
        int deepest = 0;
        for (Value item : items) {
            deepest = Math.max(deepest, item.depth());
        }
        return deepest + 1;
    }

    default boolean isNull() {
        return this instanceof Null;
    }

    default boolean isUnknown() {
        return this instanceof Unknown;
    }

    /** Whether it has elements: tuple, list, set, object or map. */
    default boolean iterable() {
        return this instanceof Tuple || this instanceof Sequence || this instanceof Struct || this instanceof Dict;
    }

    /** Elements of a tuple, list or set, or the values of an object or map; empty for all else. */
    default List<Value> elements() {
        if (this instanceof Tuple tuple) {
            return tuple.items();
        }
        if (this instanceof Sequence sequence) {
            return sequence.items();
        }
        return List.copyOf(entries().values());
    }

    /** Entries of an object or map; empty for all else. */
    default SortedMap<String, Value> entries() {
        if (this instanceof Struct struct) {
            return struct.fields();
        }
        return this instanceof Dict dict ? dict.fields() : Collections.emptySortedMap();
    }

    /** Whether it is indexed by number. */
    default boolean isSequence() {
        return this instanceof Tuple || this instanceof Sequence;
    }

    /** Whether it is indexed by name. */
    default boolean isMapping() {
        return this instanceof Struct || this instanceof Dict;
    }

    private static int compareCodePoints(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean xs = Character.isSurrogate(x);
                return xs == Character.isSurrogate(y) ? Character.compare(x, y) : xs ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
