package io.outrider.jobspec.validate.fault;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What unset fields mean to the checks. */
public final class Unset {
    private Unset() {}

    public static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    public static long number(@Nullable Long number) {
        return number == null ? 0 : number;
    }

    public static boolean flag(@Nullable Boolean flag) {
        return Boolean.TRUE.equals(flag);
    }

    public static <T> List<T> list(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    public static <T> Map<String, T> map(@Nullable Map<String, T> map) {
        return map == null ? Map.of() : map;
    }
}
