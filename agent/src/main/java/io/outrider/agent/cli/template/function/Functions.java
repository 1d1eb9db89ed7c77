package io.outrider.agent.cli.template.function;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectWriter;

/** The functions that templates have. */
public final class Functions {

    private Functions() {}

    /**
     * Those of Go, and a few that people use on the command line: {@code upper}, {@code lower}, {@code trim}, {@code
     * trunc}, {@code replace}, {@code contains}, {@code hasPrefix}, {@code hasSuffix}, {@code join}, {@code split},
     * {@code default}, {@code toJson}, {@code toPrettyJson} and {@code prettyPrint}. {@code and} and {@code or} are not
     * among them, since they do not ask all of their arguments.
     */
    public static Map<String, GoFunction> all() {
        Map<String, GoFunction> all = new HashMap<>();
        texts(all);
        comparisons(all);
        more(all);
        all.put("index", Parts::index);
        all.put("slice", Parts::slice);
        all.put("len", Parts::length);
        return all;
    }

    private static void texts(Map<String, GoFunction> all) {
        all.put("print", GoText::joined);
        all.put("println", GoText::line);
        all.put("printf", GoFormat::format);
        all.put("html", arguments -> html(GoText.joined(arguments)));
        all.put("js", arguments -> script(GoText.joined(arguments)));
        all.put("urlquery", arguments -> URLEncoder.encode(GoText.joined(arguments), StandardCharsets.UTF_8));
    }

    private static void comparisons(Map<String, GoFunction> all) {
        all.put("not", arguments -> !Truth.of(one(arguments)));
        all.put("eq", Comparison::equal);
        all.put("ne", Comparison::different);
        all.put("lt", arguments -> Comparison.ordered(arguments, order -> order < 0));
        all.put("le", arguments -> Comparison.ordered(arguments, order -> order <= 0));
        all.put("gt", arguments -> Comparison.ordered(arguments, order -> order > 0));
        all.put("ge", arguments -> Comparison.ordered(arguments, order -> order >= 0));
    }

    private static void more(Map<String, GoFunction> all) {
        ObjectWriter plain = io.outrider.state.model.Json.mapper().writer();
        ObjectWriter pretty = plain.withDefaultPrettyPrinter();
        all.put("upper", arguments -> text(arguments, 0, 1).toUpperCase(Locale.ROOT));
        all.put("lower", arguments -> text(arguments, 0, 1).toLowerCase(Locale.ROOT));
        all.put("trim", arguments -> text(arguments, 0, 1).strip());
        all.put("trunc", Functions::truncated);
        all.put("replace", arguments -> text(arguments, 2, 3).replace(text(arguments, 0, 3), text(arguments, 1, 3)));
        all.put("contains", arguments -> text(arguments, 1, 2).contains(text(arguments, 0, 2)));
        all.put("hasPrefix", arguments -> text(arguments, 1, 2).startsWith(text(arguments, 0, 2)));
        all.put("hasSuffix", arguments -> text(arguments, 1, 2).endsWith(text(arguments, 0, 2)));
        all.put("join", Functions::joined);
        all.put("split", arguments -> List.of(text(arguments, 1, 2).split(quoted(text(arguments, 0, 2)), -1)));
        all.put("default", arguments -> {
            counted(arguments, 2);
            return Truth.of(arguments.get(1)) ? arguments.get(1) : arguments.get(0);
        });
        all.put("toJson", arguments -> plain.writeValueAsString(one(arguments)));
        all.put("toPrettyJson", arguments -> pretty.writeValueAsString(one(arguments)));
        all.put("prettyPrint", arguments -> pretty.writeValueAsString(one(arguments)));
    }

    private static String truncated(List<@Nullable Object> arguments) {
        counted(arguments, 2);
        String text = text(arguments, 1, 2);
        if (!(arguments.get(0) instanceof Long length)) {
            throw new IllegalArgumentException("wants a length first");
        }
        int size = text.codePointCount(0, text.length());
        if (Math.abs(length) >= size) {
            return text;
        }
        return length < 0
                ? text.substring(text.offsetByCodePoints(0, (int) (size + length)))
                : text.substring(0, text.offsetByCodePoints(0, length.intValue()));
    }

    /** A list in one text: {@code join ", " .Datacenters}, or the list first. */
    private static String joined(List<@Nullable Object> arguments) {
        counted(arguments, 2);
        boolean listFirst = arguments.get(0) instanceof List;
        Object list = arguments.get(listFirst ? 0 : 1);
        if (!(list instanceof List<?> parts)) {
            throw new IllegalArgumentException("wants a list and what stands between its parts");
        }
        return parts.stream().map(GoText::of).collect(Collectors.joining(text(arguments, listFirst ? 1 : 0, 2)));
    }

    private static String quoted(String separator) {
        return java.util.regex.Pattern.quote(separator);
    }

    private static @Nullable Object one(List<@Nullable Object> arguments) {
        counted(arguments, 1);
        return arguments.get(0);
    }

    private static String text(List<@Nullable Object> arguments, int at, int count) {
        counted(arguments, count);
        if (arguments.get(at) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("wrong type for value; expected string; got "
                + GoFormat.format(java.util.Arrays.asList("%T", arguments.get(at))));
    }

    private static void counted(List<@Nullable Object> arguments, int count) {
        if (arguments.size() != count) {
            throw new IllegalArgumentException("wants " + count + " arguments, got " + arguments.size());
        }
    }

    private static String html(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&#34;")
                .replace("'", "&#39;");
    }

    private static String script(String text) {
        return text.replace("\\", "\\\\")
                .replace("'", "\\'")
                .replace("\"", "\\\"")
                .replace("<", "\\u003C")
                .replace(">", "\\u003E")
                .replace("&", "\\u0026")
                .replace("=", "\\u003D")
                .replace("\n", "\\u000A");
    }
}
