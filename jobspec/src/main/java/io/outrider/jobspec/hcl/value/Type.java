package io.outrider.jobspec.hcl.value;

import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** The type of a value: what a constraint asks for and what a message names. */
public sealed interface Type {
    Type STRING = Primitive.STRING;
    Type NUMBER = Primitive.NUMBER;
    Type BOOL = Primitive.BOOL;
    Type ANY = Primitive.ANY;

    /** As in {@code list of string}, for messages. */
    String friendlyName();

    /** As in {@code list(string)}, the syntax of constraints. */
    String constraint();

    /** Types without parts; {@code ANY} is that of a bare null and of what is not known. */
    enum Primitive implements Type {
        STRING("string"),
        NUMBER("number"),
        BOOL("bool"),
        ANY("dynamic");

        private final String word;

        Primitive(String word) {
            this.word = word;
        }

        @Override
        public String friendlyName() {
            return word;
        }

        @Override
        public String constraint() {
            return this == ANY ? "any" : word;
        }
    }

    /** The three collections that have one element type. */
    enum Kind {
        LIST("list"),
        SET("set"),
        MAP("map");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /** A list, set or map of elements of one type. */
    record Collection(Kind kind, Type element) implements Type {
        @Override
        public String friendlyName() {
            return element == ANY ? kind.word : kind.word + " of " + element.friendlyName();
        }

        @Override
        public String constraint() {
            return kind.word + "(" + element.constraint() + ")";
        }
    }

    /** A sequence with a type per place. */
    record Tuple(List<Type> elements) implements Type {
        @Override
        public String friendlyName() {
            return "tuple";
        }

        @Override
        public String constraint() {
            return elements.stream().map(Type::constraint).collect(Collectors.joining(", ", "tuple([", "])"));
        }
    }

    /** A record with a type per attribute. */
    record Struct(SortedMap<String, Type> attributes) implements Type {
        @Override
        public String friendlyName() {
            return "object";
        }

        @Override
        public String constraint() {
            return attributes.entrySet().stream()
                    .map(e -> e.getKey() + "=" + e.getValue().constraint())
                    .collect(Collectors.joining(", ", "object({", "})"));
        }
    }

    static Type list(Type element) {
        return new Collection(Kind.LIST, element);
    }

    static Type set(Type element) {
        return new Collection(Kind.SET, element);
    }

    static Type map(Type element) {
        return new Collection(Kind.MAP, element);
    }

    default boolean isCollection(Kind kind) {
        return this instanceof Collection c && c.kind() == kind;
    }

    default boolean isPrimitive() {
        return this instanceof Primitive && this != ANY;
    }
}
