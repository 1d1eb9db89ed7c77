package io.outrider.drivers.config;

/**
 * What is wrong with one key of a {@code config} block.
 *
 * @param kind in which way
 * @param key the key
 * @param wanted what its value must be, when that is the fault: {@code list of string required}; else empty
 */
public record ConfigFault(Kind kind, String key, String wanted) {

    /** Kinds of faults. */
    public enum Kind {
        /** The driver takes no such key. */
        UNKNOWN,
        /** The driver cannot do without it. */
        MISSING,
        /** Its value cannot be turned into what the driver takes. */
        WRONG_TYPE
    }

    /** One sentence, in the reference's words. */
    String reference() {
        return switch (kind) {
            case UNKNOWN -> "Invalid label: No argument or block type is named \"" + key + "\".";
            case MISSING ->
                "Missing required argument: The argument \"" + key + "\" is required, but no definition was found.";
            case WRONG_TYPE ->
                "Incorrect attribute value type: Inappropriate value for attribute \"" + key + "\": " + wanted + ".";
        };
    }
}
