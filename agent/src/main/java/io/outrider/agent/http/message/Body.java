package io.outrider.agent.http.message;

import io.outrider.state.model.Json;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.JsonNode;

/** A request's body as JSON. Names match in any case, as Go's do; what is not known is left aside. */
public final class Body {

    private final JsonNode root;

    private Body(JsonNode root) {
        this.root = root;
    }

    /** Reads a body that has to be there; a fault is a text. */
    public static Body required(Request request, int status) {
        if (request.body().length == 0) {
            throw new HttpError(status, "Request body is empty");
        }
        return new Body(parsed(request, status));
    }

    /** Reads a body; an empty one is an object without fields. */
    public static Body optional(Request request, int status) {
        return request.body().length == 0
                ? new Body(Json.mapper().createObjectNode())
                : new Body(parsed(request, status));
    }

    private static JsonNode parsed(Request request, int status) {
        try {
            JsonNode node = Json.mapper().readTree(request.body());
            if (node.isMissingNode()) {
                throw new HttpError(status, "Request body is empty");
            }
            return node;
        } catch (UnexpectedEndOfInputException e) {
            throw new HttpError(status, "unexpected EOF");
        } catch (JacksonException e) {
            throw new HttpError(status, e.getOriginalMessage());
        }
    }

    /** All of it. */
    public JsonNode root() {
        return root;
    }

    /** A field; empty where it is missing or null. */
    public Optional<JsonNode> field(String name) {
        return find(root, name);
    }

    /** A field of some object by its name in any case. */
    public static Optional<JsonNode> find(JsonNode object, String name) {
        JsonNode exact = object.get(name);
        if (exact == null && object.isObject()) {
            exact = byLowerCase(object).get(name.toLowerCase(Locale.ROOT));
        }
        return exact == null || exact.isNull() ? Optional.empty() : Optional.of(exact);
    }

    private static Map<String, JsonNode> byLowerCase(JsonNode object) {
        Map<String, JsonNode> names = new HashMap<>();
        object.properties().forEach(field -> names.put(field.getKey().toLowerCase(Locale.ROOT), field.getValue()));
        return names;
    }

    /** A text; empty where it is missing or something else. */
    public String text(String name) {
        return field(name).filter(JsonNode::isString).map(JsonNode::asString).orElse("");
    }

    /** A truth value; false where it is missing or something else. */
    public boolean truth(String name) {
        return field(name).filter(JsonNode::isBoolean).map(JsonNode::asBoolean).orElse(false);
    }

    /** A whole number; null where it is missing or something else. */
    public @Nullable Long number(String name) {
        return field(name)
                .filter(JsonNode::isIntegralNumber)
                .map(JsonNode::asLong)
                .orElse(null);
    }
}
