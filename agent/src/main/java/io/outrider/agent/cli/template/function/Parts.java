package io.outrider.agent.cli.template.function;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes parts out of lists, maps and texts. */
final class Parts {

    private Parts() {}

    static @Nullable Object index(List<@Nullable Object> arguments) {
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("wants a value and an index");
        }
        Object value = arguments.get(0);
        for (Object index : arguments.subList(1, arguments.size())) {
            value = element(value, index);
        }
        return value;
    }

    private static @Nullable Object element(@Nullable Object of, @Nullable Object index) {
        if (of == null) {
            throw new IllegalArgumentException("index of untyped nil");
        }
        if (of instanceof Map<?, ?> map) {
            if (!(index instanceof String)) {
                throw new IllegalArgumentException("value has type " + name(index) + "; should be string");
            }
            return map.get(index);
        }
        if (of instanceof List<?> list) {
            return list.get(position(index, list.size() - 1L));
        }
        if (of instanceof String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return (long) (bytes[position(index, bytes.length - 1L)] & 0xff);
        }
        throw new IllegalArgumentException("can't index item of type " + name(of));
    }

    static Object slice(List<@Nullable Object> arguments) {
        Object of = arguments.isEmpty() ? null : arguments.get(0);
        if (of instanceof List<?> list) {
            int[] range = range(arguments, list.size());
            return list.subList(range[0], range[1]);
        }
        if (of instanceof String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            int[] range = range(arguments, bytes.length);
            return new String(bytes, range[0], range[1] - range[0], StandardCharsets.UTF_8);
        }
        throw new IllegalArgumentException(
                of == null ? "slice of untyped nil" : "can't slice item of type " + name(of));
    }

    private static int[] range(List<@Nullable Object> arguments, int size) {
        int from = arguments.size() > 1 ? position(arguments.get(1), size) : 0;
        int to = arguments.size() > 2 ? position(arguments.get(2), size) : size;
        if (from > to) {
            throw new IllegalArgumentException("invalid slice index: " + from + " > " + to);
        }
        return new int[] {from, to};
    }

    static long length(List<@Nullable Object> arguments) {
        Object of = arguments.size() == 1 ? arguments.get(0) : null;
        if (of instanceof List<?> list) {
            return list.size();
        }
        if (of instanceof Map<?, ?> map) {
            return map.size();
        }
        if (of instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
        throw new IllegalArgumentException(of == null ? "len of nil pointer" : "len of type " + name(of));
    }

    private static int position(@Nullable Object index, long most) {
        if (!(index instanceof Long at)) {
            throw new IllegalArgumentException("cannot index slice/array with type " + name(index));
        }
        if (at < 0 || at > most) {
            throw new IllegalArgumentException("index out of range: " + at);
        }
        return at.intValue();
    }

    private static String name(@Nullable Object value) {
        return GoFormat.format(java.util.Arrays.asList("%T", value));
    }
}
