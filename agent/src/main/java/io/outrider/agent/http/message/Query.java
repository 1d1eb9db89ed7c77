package io.outrider.agent.http.message;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The query of a request as Go reads it: pairs that cannot be decoded or hold a semicolon are left out, {@code +} is a
 * space, a name without {@code =} has an empty value. Immutable.
 */
public final class Query {

    private final String raw;
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private Query(String raw) {
        this.raw = raw;
        for (String pair : raw.split("&")) {
            if (!pair.isEmpty() && pair.indexOf(';') < 0) {
                add(pair);
            }
        }
    }

    /** Reads what stands behind the question mark. */
    public static Query of(String raw) {
        return new Query(raw);
    }

    private void add(String pair) {
        int equals = pair.indexOf('=');
        Optional<String> name = Percent.decoded(equals < 0 ? pair : pair.substring(0, equals), true);
        Optional<String> value = Percent.decoded(equals < 0 ? "" : pair.substring(equals + 1), true);
        if (name.isPresent() && value.isPresent()) {
            values.computeIfAbsent(name.get(), key -> new ArrayList<>()).add(value.get());
        }
    }

    /** As it came. */
    public String raw() {
        return raw;
    }

    /** Whether the name is there at all. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** The first value; empty where there is none. */
    public String get(String name) {
        return all(name).isEmpty() ? "" : all(name).get(0);
    }

    /** All values. */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }
}
