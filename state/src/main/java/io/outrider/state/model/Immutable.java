package io.outrider.state.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies for the constructors of records: order is kept, null stays null and empty stays empty. */
public final class Immutable {
    private Immutable() {}

    /** An unmodifiable copy; unlike {@link List#copyOf} it may hold nulls, which the reference writes. */
    public static <T> @Nullable List<T> list(@Nullable List<T> list) {
        return list == null ? null : Collections.unmodifiableList(new ArrayList<>(list));
    }

    /** An unmodifiable copy in the same order; it may hold null values. */
    public static <V> @Nullable Map<String, V> map(@Nullable Map<String, V> map) {
        return map == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** The text itself, empty for null: for names, where the reference knows no difference. */
    public static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
