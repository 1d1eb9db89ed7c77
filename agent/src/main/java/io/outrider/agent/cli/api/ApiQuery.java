package io.outrider.agent.cli.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The query of a request, in the order in which it was made. Immutable. */
public final class ApiQuery {

    private static final ApiQuery NONE = new ApiQuery(List.of());

    private final List<String> parts;

    private ApiQuery(List<String> parts) {
        this.parts = parts;
    }

    /** Asks for nothing in particular. */
    public static ApiQuery none() {
        return NONE;
    }

    /** The first parameter. */
    public static ApiQuery of(String name, Object value) {
        return NONE.and(name, value);
    }

    /** One parameter more. */
    public ApiQuery and(String name, Object value) {
        List<String> more = new ArrayList<>(parts);
        more.add(encoded(name) + "=" + encoded(String.valueOf(value)));
        return new ApiQuery(more);
    }

    /** One parameter more, if {@code wanted}. */
    public ApiQuery andIf(boolean wanted, String name, Object value) {
        return wanted ? and(name, value) : this;
    }

    boolean names(String name) {
        return parts.stream().anyMatch(part -> part.startsWith(encoded(name) + "="));
    }

    /** Text for one segment of a path. */
    public static String segment(String text) {
        return encoded(text).replace("+", "%20");
    }

    /** As it stands behind the path, with its question mark; empty without parameters. */
    String text() {
        return parts.isEmpty() ? "" : "?" + String.join("&", parts);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
