package io.outrider.agent.http.message;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Small JSON objects that are worth no type. */
public final class JsonMap {

    private JsonMap() {}

    /** Names and values in turn, in this order. */
    public static Map<String, @Nullable Object> of(@Nullable Object... pairs) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return map;
    }
}
