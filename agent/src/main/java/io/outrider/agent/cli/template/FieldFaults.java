package io.outrider.agent.cli.template;

import io.outrider.agent.cli.template.function.GoFunction;
import io.outrider.jobspec.hcl.NearestName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells a field that is not set from one that cannot be. Answers leave out what is empty, so a name that is not there
 * may be right; one that nearly is there, or lies within a text or a number, is not.
 */
final class FieldFaults {

    private FieldFaults() {}

    /** What is wrong with asking for this field, if anything is. */
    static Optional<String> of(@Nullable Object value, String name) {
        if (value == null) {
            return isOfApi(name) ? Optional.of("nil pointer evaluating field " + name) : Optional.empty();
        }
        if (!(value instanceof Map<?, ?> map)) {
            String type = value instanceof List ? "a list" : value instanceof String ? "a string" : "a " + kind(value);
            return Optional.of("can't evaluate field " + name + " in " + type);
        }
        if (map.containsKey(name) || !isOfApi(name)) {
            return Optional.empty();
        }
        String question = NearestName.question(
                name, map.keySet().stream().map(Object::toString).collect(Collectors.toList()));
        return question.isEmpty() ? Optional.empty() : Optional.of("can't evaluate field " + name + ". " + question);
    }

    private static String kind(Object value) {
        return value instanceof Boolean ? "bool" : value instanceof GoFunction ? "function" : "number";
    }

    /** Keys that users chose begin with anything. */
    private static boolean isOfApi(String name) {
        return Character.isUpperCase(name.charAt(0));
    }
}
