package io.outrider.agent.cli.template.function;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What counts as true: everything but nothing, zero, and what is empty. */
public final class Truth {

    private Truth() {}

    /** Whether {@code if} takes its first branch. */
    public static boolean of(@Nullable Object value) {
        if (value == null) {
            return false;
        }
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof Number number) {
            return number.doubleValue() != 0;
        }
        if (value instanceof String text) {
            return !text.isEmpty();
        }
        return value instanceof List<?> list ? !list.isEmpty() : !(value instanceof Map<?, ?> map) || !map.isEmpty();
    }
}
