package io.outrider.drivers.config;

import io.outrider.drivers.DriverException;
import io.outrider.state.model.GoDuration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A {@code config} block that passed {@link ConfigDecoder}: every value has its declared type. Immutable. */
public final class DriverConfig {

    private final Map<String, Object> values;

    DriverConfig(Map<String, Object> values) {
        this.values = Map.copyOf(values);
    }

    /** The block as it was checked, with converted values. */
    public Map<String, Object> values() {
        return values;
    }

    /** A string, if given. */
    public Optional<String> string(String key) {
        return Optional.ofNullable((String) values.get(key));
    }

    /** A whole number; 0 if not given. A fraction is cut off. */
    public int integer(String key) {
        Number number = (Number) values.get(key);
        return number == null ? 0 : number.intValue();
    }

    /** A truth value; false if not given. */
    public boolean bool(String key) {
        return Boolean.TRUE.equals(values.get(key));
    }

    /** A list of strings; empty if not given. */
    @SuppressWarnings("unchecked") // The decoder made every element a String.
    public List<String> strings(String key) {
        return (List<String>) values.getOrDefault(key, List.of());
    }

    /** A map of strings; empty if not given. */
    @SuppressWarnings("unchecked") // The decoder made every value a String.
    public Map<String, String> map(String key) {
        return (Map<String, String>) values.getOrDefault(key, Map.of());
    }

    /** A nested block, not yet checked, if given. */
    @SuppressWarnings("unchecked") // The decoder made it a map with string keys.
    public Optional<Map<String, Object>> block(String key) {
        return Optional.ofNullable((Map<String, Object>) values.get(key));
    }

    /** A duration such as {@code 1m30s}; zero if not given. */
    public Duration duration(String key) {
        @Nullable String text = (String) values.get(key);
        if (text == null || text.isEmpty()) {
            return Duration.ZERO;
        }
        OptionalLong nanos = GoDuration.parse(text);
        if (nanos.isEmpty()) {
            throw new DriverException(
                    DriverException.Kind.FATAL,
                    key + " " + text + " not a valid duration: time: invalid duration \"" + text + "\"");
        }
        return Duration.ofNanos(nanos.getAsLong());
    }
}
