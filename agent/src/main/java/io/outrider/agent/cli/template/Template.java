package io.outrider.agent.cli.template;

import io.outrider.agent.cli.template.function.Functions;
import io.outrider.agent.cli.template.function.GoFunction;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A template that was read and can be evaluated as often as wanted. Immutable. */
public final class Template {

    private final Origin origin;
    private final Map<String, List<Node>> bodies;
    private final Map<String, GoFunction> functions;

    private Template(Origin origin, Map<String, List<Node>> bodies, Map<String, GoFunction> functions) {
        this.origin = origin;
        this.bodies = bodies;
        this.functions = functions;
    }

    /** Reads one between braces, with Go's functions; throws {@link TemplateException} where it is none. */
    public static Template of(String name, String text) {
        return of(name, text, Delimiters.BRACES, Map.of());
    }

    /**
     * Reads a template; throws {@link TemplateException} where it is none.
     *
     * @param name what messages call it
     * @param more functions besides Go's, or in place of them
     */
    public static Template of(String name, String text, Delimiters delimiters, Map<String, GoFunction> more) {
        Origin origin = new Origin(name, text);
        Map<String, GoFunction> functions = new HashMap<>(Functions.all());
        functions.putAll(more);
        Set<String> names = new HashSet<>(functions.keySet());
        names.addAll(Execution.LAZY);
        return new Template(origin, Parser.parse(origin, delimiters, names), functions);
    }

    /** The text for this JSON; throws {@link TemplateException} where the template does not fit it. */
    public String render(JsonNode data) {
        return render(JsonValues.of(data));
    }

    /**
     * The text for a value made of texts, longs, doubles, booleans, lists, maps and null; throws {@link
     * TemplateException} where the template does not fit it.
     */
    public String render(@Nullable Object data) {
        return new Execution(origin, bodies, functions).run(data);
    }
}
