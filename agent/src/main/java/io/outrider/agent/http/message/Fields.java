package io.outrider.agent.http.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Header fields of a request, by names in any case. Immutable. */
public final class Fields {

    private static final Fields NONE = new Fields(List.of());

    private final Map<String, List<String>> values = new TreeMap<>();

    private Fields(Iterable<Map.Entry<String, String>> all) {
        all.forEach(entry -> values.computeIfAbsent(lower(entry.getKey()), name -> new ArrayList<>())
                .add(entry.getValue()));
    }

    /** Fields in the order in which they came. */
    public static Fields of(Iterable<Map.Entry<String, String>> all) {
        return new Fields(all);
    }

    /** No fields at all. */
    public static Fields none() {
        return NONE;
    }

    /** The first value of a field. */
    public Optional<String> first(String name) {
        return Optional.ofNullable(values.get(lower(name))).map(found -> found.get(0));
    }

    /** Whether a list-valued field names this, with a weight above 0. */
    public boolean accepts(String name, String item) {
        return Optional.ofNullable(values.get(lower(name))).stream()
                .flatMap(List::stream)
                .flatMap(value -> List.of(value.split(",")).stream())
                .map(String::strip)
                .anyMatch(value -> isItem(lower(value), item));
    }

    private static boolean isItem(String value, String item) {
        String[] parts = value.split(";", 2);
        return parts[0].strip().equals(item)
                && !(parts.length > 1 && parts[1].strip().matches("q=0(\\.0*)?"));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
