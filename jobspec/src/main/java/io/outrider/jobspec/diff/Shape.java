package io.outrider.jobspec.diff;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a kind of block consists of, besides plain values.
 *
 * @param hidden fields that are never told
 * @param zeros what the reference says of fields that may be absent, where it is not the empty text
 * @param parts in the order in which they are told
 */
record Shape(Set<String> hidden, Map<String, String> zeros, List<Part> parts) {

    static final Shape PLAIN = new Shape(Set.of(), Map.of(), List.of());

    static Shape of(Part... parts) {
        return new Shape(Set.of(), Map.of(), List.of(parts));
    }

    Shape hiding(String... names) {
        return new Shape(Set.of(names), zeros, parts);
    }

    Shape withZeros(String... names) {
        Map<String, String> found = new HashMap<>();
        for (String name : names) {
            found.put(name, "0");
        }
        return new Shape(hidden, Map.copyOf(found), parts);
    }

    /** Whether a field is told as a plain value. */
    boolean isPlain(String field) {
        return !hidden.contains(field) && part(field).isEmpty();
    }

    private Optional<Part> part(String field) {
        return parts.stream().filter(part -> part.key().equals(field)).findFirst();
    }
}
