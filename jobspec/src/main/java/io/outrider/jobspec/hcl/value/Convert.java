package io.outrider.jobspec.hcl.value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts values to types as the language does everywhere: text to and from numbers and bools, tuples to lists. */
public final class Convert {
    private Convert() {}

    /** The value as {@code type}; null and unknown pass. Throws {@link ConversionException}. */
    public static Value to(Value value, Type type) {
        if (value.isUnknown() || type == Type.ANY) {
            return value;
        }
        if (value.isNull()) {
            return nullAs(value, type);
        }
        if (type instanceof Type.Primitive primitive) {
            return toPrimitive(value, primitive);
        }
        if (type instanceof Type.Collection collection) {
            return toCollection(value, collection);
        }
        return type instanceof Type.Tuple tuple ? toTuple(value, tuple) : toStruct(value, (Type.Struct) type);
    }

    private static Value nullAs(Value value, Type type) {
        boolean fits = value.type() == Type.ANY || value.type().equals(type) || Unify.convertible(value.type(), type);
        if (!fits) {
            throw new ConversionException(type.friendlyName() + " required");
        }
        return new Value.Null(type);
    }

    private static Value toPrimitive(Value value, Type.Primitive type) {
        if (value.type() == type) {
            return value;
        }
        if (type == Type.Primitive.STRING && value instanceof Value.Number number) {
            return Value.str(number.number().text());
        }
        if (type == Type.Primitive.STRING && value instanceof Value.Bool bool) {
            return Value.str(Boolean.toString(bool.value()));
        }
        if (value instanceof Value.Str text && type != Type.Primitive.STRING) {
            return parse(text.text(), type);
        }
        throw new ConversionException(type.friendlyName() + " required");
    }

    private static Value parse(String text, Type.Primitive type) {
        if (type == Type.Primitive.NUMBER) {
            return Num.parse(text)
                    .map(Value::number)
                    .orElseThrow(() -> new ConversionException("a number is required"));
        }
        return switch (text) {
            case "true", "1" -> Value.TRUE;
            case "false", "0" -> Value.FALSE;
            case "True", "TRUE" ->
                throw new ConversionException("a bool is required; to convert from string, use lowercase \"true\"");
            case "False", "FALSE" ->
                throw new ConversionException("a bool is required; to convert from string, use lowercase \"false\"");
            default -> throw new ConversionException("a bool is required");
        };
    }

    private static Value toCollection(Value value, Type.Collection type) {
        boolean shapeFits = type.kind() == Type.Kind.MAP ? value.isMapping() : value.isSequence();
        if (!shapeFits) {
            throw new ConversionException(type.friendlyName() + " required");
        }
        if (type.kind() == Type.Kind.MAP) {
            Map<String, Value> fields = new TreeMap<>(Value.BYTES);
            value.entries().forEach((k, v) -> fields.put(k, v));
            Type element = elementType(type, fields.values());
            fields.replaceAll((k, v) -> element(v, element, "element \"" + k + "\": "));
            return Value.map(element, fields);
        }
        Type element = elementType(type, value.elements());
        List<Value> items = new ArrayList<>(value.elements().size());
        for (Value item : value.elements()) {
            items.add(element(item, element, "element " + items.size() + ": "));
        }
        return type.kind() == Type.Kind.LIST ? Value.list(element, items) : Value.set(element, items);
    }

    private static Value element(Value value, Type type, String place) {
        try {
            return to(value, type);
        } catch (ConversionException failed) {
            throw new ConversionException(place + failed.text());
        }
    }

    private static Type elementType(Type.Collection type, java.util.Collection<Value> items) {
        if (type.element() != Type.ANY) {
            return type.element();
        }
        return Unify.all(items.stream().map(Value::type).toList())
                .orElseThrow(() ->
                        new ConversionException("all " + type.kind().word() + " elements must have the same type"));
    }

    private static Value toTuple(Value value, Type.Tuple type) {
        if (!value.isSequence()) {
            throw new ConversionException("tuple required");
        }
        List<Value> from = value.elements();
        if (from.size() != type.elements().size()) {
            String less = from.size() < type.elements().size() ? "fewer" : "more";
            throw new ConversionException(
                    "tuple of " + type.elements().size() + " elements required, " + less + " given");
        }
        List<Value> items = new ArrayList<>(from.size());
        for (int i = 0; i < from.size(); i++) {
            items.add(element(from.get(i), type.elements().get(i), "element " + i + ": "));
        }
        return Value.tuple(items);
    }

    private static Value toStruct(Value value, Type.Struct type) {
        if (!value.isMapping()) {
            throw new ConversionException("object required");
        }
        Map<String, Value> fields = new TreeMap<>(Value.BYTES);
        type.attributes().forEach((name, wanted) -> {
            Value found = value.entries().get(name);
            if (found == null) {
                throw new ConversionException("attribute \"" + name + "\" is required");
            }
            fields.put(name, element(found, wanted, "attribute \"" + name + "\": "));
        });
        return Value.object(fields);
    }
}
