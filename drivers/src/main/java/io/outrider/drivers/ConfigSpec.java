package io.outrider.drivers;

import java.util.List;

/**
 * What a driver's {@code config} block may hold.
 *
 * @param fields all of them; anything else is refused
 */
public record ConfigSpec(List<Field> fields) {

    public ConfigSpec {
        fields = List.copyOf(fields);
    }

    /** One key of the block. */
    public record Field(String name, Type type, boolean required) {}

    /** Types of values. */
    public enum Type {
        STRING,
        NUMBER,
        BOOL,
        LIST_OF_STRING,
        MAP_OF_STRING,
        BLOCK
    }
}
