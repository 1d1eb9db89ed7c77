package io.outrider.agent.config;

import io.outrider.jobspec.hcl.Range;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Values by path, such as {@code ports.http}. What comes later counts, as the reference merges. Of one thread. */
final class Settings {

    private final Map<String, Given> values = new TreeMap<>();

    /** Adds a value over what was there: zeros change nothing, the entries of maps are added. */
    void put(String path, Given given) {
        if (given.kind() == Kind.MAP) {
            Map<String, String> all = new LinkedHashMap<>(map(path));
            map(given).forEach(all::put);
            values.put(path, new Given(Kind.MAP, all, given.place()));
        } else if (!given.kind().isZero(given.value())) {
            values.put(path, given);
        }
    }

    Optional<String> text(String path) {
        return find(path).map(given -> (String) given.value());
    }

    boolean truth(String path) {
        return find(path).map(given -> (Boolean) given.value()).orElse(false);
    }

    Optional<Given> find(String path) {
        return Optional.ofNullable(values.get(path));
    }

    Map<String, String> map(String path) {
        return find(path).map(Settings::map).orElse(Map.of());
    }

    private static Map<String, String> map(Given given) {
        Map<String, String> texts = new LinkedHashMap<>();
        ((Map<?, ?>) given.value()).forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
        return texts;
    }

    @Nullable
    Range place(String path) {
        return find(path).map(Given::place).orElse(null);
    }
}
