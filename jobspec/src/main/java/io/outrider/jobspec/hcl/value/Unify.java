package io.outrider.jobspec.hcl.value;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds the one type that values of several types can become. */
public final class Unify {
    private Unify() {}

    /** Of many; {@code ANY} of none. Empty when there is no such type. */
    public static Optional<Type> all(Collection<Type> types) {
        Optional<Type> result = Optional.of(Type.ANY);
        for (Type type : types) {
            result = result.flatMap(soFar -> both(soFar, type));
        }
        return result;
    }

    /** Of two. */
    public static Optional<Type> both(Type a, Type b) {
        if (a.equals(b) || b == Type.ANY) {
            return Optional.of(a);
        }
        if (a == Type.ANY) {
            return Optional.of(b);
        }
        if (a.isPrimitive() && b.isPrimitive()) {
            return a == Type.STRING || b == Type.STRING ? Optional.of(Type.STRING) : Optional.empty();
        }
        if (isList(a) && isList(b)) {
            return sequences(a, b);
        }
        return isMap(a) && isMap(b) ? mappings(a, b) : Optional.empty();
    }

    private static boolean isList(Type type) {
        return type instanceof Type.Tuple || type.isCollection(Type.Kind.LIST) || type.isCollection(Type.Kind.SET);
    }

    private static boolean isMap(Type type) {
        return type instanceof Type.Struct || type.isCollection(Type.Kind.MAP);
    }

    private static Optional<Type> sequences(Type a, Type b) {
        if (a instanceof Type.Tuple x
                && b instanceof Type.Tuple y
                && x.elements().size() == y.elements().size()) {
            List<Type> parts = new ArrayList<>();
            for (int i = 0; i < x.elements().size(); i++) {
                Optional<Type> part = both(x.elements().get(i), y.elements().get(i));
                if (part.isEmpty()) {
                    return Optional.empty();
                }
                parts.add(part.get());
            }
            return Optional.of(new Type.Tuple(parts));
        }
        boolean sets = a.isCollection(Type.Kind.SET) && b.isCollection(Type.Kind.SET);
        return elementOf(a).flatMap(x -> elementOf(b).flatMap(y -> both(x, y))).map(sets ? Type::set : Type::list);
    }

    private static Optional<Type> mappings(Type a, Type b) {
        if (a instanceof Type.Struct x
                && b instanceof Type.Struct y
                && x.attributes().keySet().equals(y.attributes().keySet())) {
            SortedMap<String, Type> parts = new TreeMap<>(Value.BYTES);
            x.attributes().forEach((name, type) -> both(type, y.attributes().getOrDefault(name, Type.ANY))
                    .ifPresent(t -> parts.put(name, t)));
            return parts.size() == x.attributes().size() ? Optional.of(new Type.Struct(parts)) : Optional.empty();
        }
        return elementOf(a).flatMap(x -> elementOf(b).flatMap(y -> both(x, y))).map(Type::map);
    }

    private static Optional<Type> elementOf(Type type) {
        if (type instanceof Type.Collection collection) {
            return Optional.of(collection.element());
        }
        return type instanceof Type.Tuple tuple
                ? all(tuple.elements())
                : all(((Type.Struct) type).attributes().values());
    }

    /** Whether a null of one type may stand for a null of the other. */
    static boolean convertible(Type from, Type to) {
        return from.isPrimitive() && to.isPrimitive()
                ? from == Type.STRING || to == Type.STRING
                : isList(from) && isList(to) || isMap(from) && isMap(to);
    }
}
