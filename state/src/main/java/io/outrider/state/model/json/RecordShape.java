package io.outrider.state.model.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the JSON of a record looks like, from the annotations of its components. Found out once a record. */
final class RecordShape {

    private static final ClassValue<RecordShape> KNOWN = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return new RecordShape(type);
        }
    };

    private final Constructor<?> constructor;
    private final Field[] fields;
    private final List<Method> unwrapped = new ArrayList<>();

    private RecordShape(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            throw new NotPlain(type + " is no record");
        }
        this.fields = new Field[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            fields[i] = Field.of(components[i]);
            types[i] = components[i].getType();
        }
        try {
            this.constructor = type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        constructor.setAccessible(true);
        // The mark of records with more than their components.
        if (type.isAnnotationPresent(JsonAutoDetect.class)) {
            addUnwrapped(type);
        }
    }

    private void addUnwrapped(Class<?> type) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.isAnnotationPresent(JsonUnwrapped.class)) {
                method.setAccessible(true);
                unwrapped.add(method);
            }
        }
    }

    /** Of a record; {@link NotPlain} if it is none. */
    static RecordShape of(Class<?> type) {
        return KNOWN.get(type);
    }

    /** In the order of the components. */
    Field[] fields() {
        return fields;
    }

    /** Methods whose values, records too, write their fields beside this one's. */
    List<Method> unwrapped() {
        return unwrapped;
    }

    Object make(@Nullable Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new NotPlain(constructor + " refused its values");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static @Nullable Object value(Method accessor, Object owner) {
        try {
            return accessor.invoke(owner);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(accessor + " failed", e);
        }
    }

    /**
     * A component.
     *
     * @param written the values that are written
     */
    record Field(String name, Method accessor, ValueReader reader, JsonInclude.Include written) {

        static Field of(RecordComponent component) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            JsonProperty property = accessor.getAnnotation(JsonProperty.class);
            JsonInclude include = accessor.getAnnotation(JsonInclude.class);
            return new Field(
                    property == null ? component.getName() : property.value(),
                    accessor,
                    ValueReader.of(component.getGenericType()),
                    include == null ? JsonInclude.Include.ALWAYS : include.value());
        }

        boolean writes(@Nullable Object value) {
            return switch (written) {
                case ALWAYS -> true;
                case NON_NULL -> value != null;
                case NON_EMPTY -> value != null && !isEmpty(value);
                default -> throw new NotPlain(name + " is written by a rule of its own");
            };
        }

        private static boolean isEmpty(Object value) {
            if (value instanceof Collection<?> collection) {
                return collection.isEmpty();
            }
            return value instanceof Map<?, ?> map ? map.isEmpty() : value.equals("");
        }
    }
}
