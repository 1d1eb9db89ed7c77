package io.outrider.agent.config;

import io.outrider.state.model.GoDuration;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What a key takes. As the reference does, numbers and truth values may stand in quotes. */
enum Kind {
    TEXT("text in quotes"),
    BOOL("true or false"),
    INT("a whole number"),
    /** A number whose zero says something: it counts over an earlier file's. */
    COUNT("a whole number"),
    DURATION("a duration in quotes, such as \"30s\" or \"1h30m\""),
    LIST("a list of texts"),
    MAP("a block of texts"),
    /** Not looked into. */
    ANY("anything");

    private final String expected;

    Kind(String expected) {
        this.expected = expected;
    }

    /** In words for people. */
    String expected() {
        return expected;
    }

    /** The value, or empty if the item is none of this kind. */
    Optional<Object> value(Item item) {
        return switch (this) {
            case TEXT -> text(item).map(Object.class::cast);
            case BOOL -> bool(item).map(Object.class::cast);
            case INT, COUNT -> whole(item).map(Object.class::cast);
            case DURATION -> duration(item).map(Object.class::cast);
            case LIST -> list(item).map(Object.class::cast);
            case MAP -> map(item).map(Object.class::cast);
            case ANY -> Optional.of(item);
        };
    }

    /** Whether a value says no more than its absence, so that it does not count over an earlier file's. */
    boolean isZero(Object value) {
        return switch (this) {
            case TEXT -> value.equals("");
            case BOOL -> value.equals(false);
            case INT -> value.equals(0L);
            default -> false;
        };
    }

    private static Optional<String> text(Item item) {
        if (item instanceof Item.Figure figure) {
            return Optional.of(figure.value().toPlainString());
        }
        return item instanceof Item.Text text ? Optional.of(text.text()) : Optional.empty();
    }

    private static Optional<Boolean> bool(Item item) {
        if (item instanceof Item.Truth truth) {
            return Optional.of(truth.value());
        }
        return text(item).flatMap(text -> switch (text) {
            case "1", "t", "T", "TRUE", "true", "True" -> Optional.of(true);
            case "0", "f", "F", "FALSE", "false", "False" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    private static Optional<Long> whole(Item item) {
        try {
            return text(item).map(text -> new BigDecimal(text).longValueExact());
        } catch (ArithmeticException | NumberFormatException none) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> duration(Item item) {
        OptionalLong nanos = item instanceof Item.Text text ? GoDuration.parse(text.text()) : OptionalLong.empty();
        return nanos.isPresent() ? Optional.of(Duration.ofNanos(nanos.getAsLong())) : Optional.empty();
    }

    private static Optional<List<String>> list(Item item) {
        if (!(item instanceof Item.Many many)) {
            return text(item).map(List::of);
        }
        List<String> texts = new ArrayList<>();
        for (Item one : many.items()) {
            Optional<String> text = text(one);
            if (text.isEmpty()) {
                return Optional.empty();
            }
            texts.add(text.get());
        }
        return Optional.of(texts);
    }

    private static Optional<Map<String, String>> map(Item item) {
        Map<String, String> texts = new LinkedHashMap<>();
        List<Item> blocks = item instanceof Item.Many many ? many.items() : List.of(item);
        for (Item block : blocks) {
            if (!(block instanceof Item.Fields fields)) {
                return Optional.empty();
            }
            for (Item.Field field : fields.fields()) {
                Optional<String> text = field.value() instanceof Item.Truth truth
                        ? Optional.of(String.valueOf(truth.value()))
                        : text(field.value());
                if (text.isEmpty()) {
                    return Optional.empty();
                }
                texts.put(field.name(), text.get());
            }
        }
        return Optional.of(texts);
    }
}
