package io.outrider.drivers.config;

import io.outrider.drivers.ConfigSpec;
import io.outrider.drivers.ConfigSpec.Field;
import io.outrider.drivers.DriverException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns a {@code config} block into values of the declared types. Takes what the reference takes: numbers for strings
 * and the reverse, a single block where a list of one stands. Pure and stateless.
 */
public final class ConfigDecoder {

    private final ConfigSpec spec;

    public ConfigDecoder(ConfigSpec spec) {
        this.spec = spec;
    }

    /**
     * The checked block.
     *
     * @throws DriverException of kind INVALID_CONFIG that lists all faults in the reference's form
     */
    public DriverConfig decode(Map<String, Object> config) {
        Map<String, Object> values = new LinkedHashMap<>();
        List<ConfigFault> faults = decode(config, values);
        if (!faults.isEmpty()) {
            throw new DriverException(DriverException.Kind.INVALID_CONFIG, list(faults));
        }
        return new DriverConfig(values);
    }

    /** All that is wrong with a block; empty when {@link #decode} takes it. */
    public List<ConfigFault> faults(Map<String, Object> config) {
        return decode(config, new LinkedHashMap<>());
    }

    private List<ConfigFault> decode(Map<String, Object> config, Map<String, Object> values) {
        List<ConfigFault> faults = new ArrayList<>();
        config.keySet().stream()
                .filter(key -> field(key).isEmpty())
                .sorted()
                .forEach(key -> faults.add(new ConfigFault(ConfigFault.Kind.UNKNOWN, key, "")));
        for (Field field : spec.fields()) {
            decode(field, config.get(field.name()), values, faults);
        }
        return faults;
    }

    private Optional<Field> field(String key) {
        return spec.fields().stream().filter(field -> field.name().equals(key)).findFirst();
    }

    private void decode(Field field, @Nullable Object given, Map<String, Object> values, List<ConfigFault> faults) {
        if (given == null) {
            if (field.required()) {
                faults.add(new ConfigFault(ConfigFault.Kind.MISSING, field.name(), ""));
            }
            return;
        }
        try {
            values.put(field.name(), convert(field.type(), given));
        } catch (WrongType e) {
            faults.add(new ConfigFault(ConfigFault.Kind.WRONG_TYPE, field.name(), e.wanted));
        }
    }

    private static Object convert(ConfigSpec.Type type, Object given) throws WrongType {
        return switch (type) {
            case STRING -> string(given);
            case NUMBER -> number(given);
            case BOOL -> bool(given);
            case LIST_OF_STRING -> strings(given);
            case MAP_OF_STRING -> stringMap(given);
            case BLOCK -> block(given);
        };
    }

    private static String string(Object given) throws WrongType {
        if (given instanceof Double || given instanceof Float) {
            return new BigDecimal(given.toString()).stripTrailingZeros().toPlainString();
        }
        if (given instanceof String || given instanceof Number || given instanceof Boolean) {
            return given.toString();
        }
        throw new WrongType("string required");
    }

    private static Number number(Object given) throws WrongType {
        if (given instanceof Number number) {
            return number;
        }
        if (!(given instanceof String text)) {
            throw new WrongType("number required");
        }
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new WrongType("a number is required");
        }
    }

    private static Boolean bool(Object given) throws WrongType {
        if (given instanceof Boolean truth) {
            return truth;
        }
        if (!(given instanceof String text)) {
            throw new WrongType("bool required");
        }
        return switch (text) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw new WrongType("a bool is required");
        };
    }

    private static List<String> strings(Object given) throws WrongType {
        if (!(given instanceof List<?> list)) {
            throw new WrongType("list of string required");
        }
        List<String> strings = new ArrayList<>(list.size());
        for (Object element : list) {
            if (element == null) {
                throw new WrongType("element " + strings.size() + ": string required");
            }
            strings.add(string(element));
        }
        return List.copyOf(strings);
    }

    private static Map<String, String> stringMap(Object given) throws WrongType {
        Map<String, String> strings = new LinkedHashMap<>();
        for (Map.Entry<String, Object> entry :
                maps(given, "map of string required").entrySet()) {
            strings.put(entry.getKey(), string(entry.getValue()));
        }
        return Map.copyOf(strings);
    }

    private static Map<String, Object> block(Object given) throws WrongType {
        if (given instanceof List<?> list && list.size() != 1) {
            throw new WrongType("one block required");
        }
        return maps(given, "block required");
    }

    /** A map, or the maps of a list in one: blocks of a job file arrive as a list. */
    private static Map<String, Object> maps(Object given, String wanted) throws WrongType {
        Map<String, Object> joined = new LinkedHashMap<>();
        List<?> list = given instanceof List<?> several ? several : List.of(given);
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> map)) {
                throw new WrongType(wanted);
            }
            map.forEach((key, value) -> {
                if (value != null) {
                    joined.put(String.valueOf(key), value);
                }
            });
        }
        return joined;
    }

    private static String list(List<ConfigFault> faults) {
        StringBuilder text = new StringBuilder();
        text.append(faults.size() + 1).append(" errors occurred:\n\t* failed to parse config: ");
        faults.forEach(fault -> text.append("\n\t* ").append(fault.reference()));
        return text.append("\n\n").toString();
    }

    /** Says what was expected; carries no trace, it never leaves this class. */
    private static final class WrongType extends Exception {

        private static final long serialVersionUID = 1L;

        private final String wanted;

        WrongType(String wanted) {
            super(wanted, null, false, false);
            this.wanted = wanted;
        }
    }
}
