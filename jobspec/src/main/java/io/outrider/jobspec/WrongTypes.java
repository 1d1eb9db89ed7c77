package io.outrider.jobspec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JacksonException.Reference;
import tools.jackson.databind.exc.MismatchedInputException;

/** Says of a field of API JSON that has a value of the wrong type what it must be, in words of JSON. */
final class WrongTypes {
    private WrongTypes() {}

    /** Names and numbers that lead to the field; empty if the fault is not of this sort. */
    static Optional<List<Object>> path(JacksonException fault) {
        if (!(fault instanceof MismatchedInputException)) {
            return Optional.empty();
        }
        List<Object> path = new ArrayList<>();
        for (Reference step : fault.getPath()) {
            String name = step.getPropertyName();
            path.add(name == null ? (Object) step.getIndex() : name);
        }
        return path.isEmpty() ? Optional.empty() : Optional.of(path);
    }

    /** As in {@code TaskGroups must be a list.} */
    static String text(List<Object> path, JacksonException fault) {
        Class<?> wanted = fault instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        return NullElements.text(path) + " must be " + kind(wanted) + ".";
    }

    private static String kind(@Nullable Class<?> type) {
        if (type == null || Map.class.isAssignableFrom(type) || type.isRecord()) {
            return "an object";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        if (type == String.class) {
            return "text";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        boolean whole = type == Long.class || type == long.class || type == Integer.class || type == int.class;
        return whole ? "a whole number (durations are in nanoseconds)" : "a number";
    }
}
