package io.outrider.jobspec.schema;

import io.outrider.jobspec.hcl.value.ConversionException;
import io.outrider.jobspec.hcl.value.Convert;
import io.outrider.jobspec.hcl.value.Num;
import io.outrider.jobspec.hcl.value.Type;
import io.outrider.jobspec.hcl.value.Value;
import io.outrider.state.model.GoDuration;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an argument holds, and what stands in the JSON when it is not written. */
enum Kind {
    TEXT(Type.STRING, ""),
    TEXT_OR_NULL(Type.STRING, null),
    WHOLE(Type.NUMBER, 0L),
    WHOLE_OR_NULL(Type.NUMBER, null),
    /** A weight: the API has 8 bits for it. */
    SMALL_OR_NULL(Type.NUMBER, null),
    /** The same, but a fraction is cut off. */
    CUT_SMALL_OR_NULL(Type.NUMBER, null),
    /** A percentage: 8 bits without sign. */
    PERCENT(Type.NUMBER, 0L),
    /** 64 bits without sign; a fraction is cut off. */
    COUNT_OR_NULL(Type.NUMBER, null),
    /** A port number: 16 bits. */
    PORT(Type.NUMBER, 0L),
    PORTS(Type.list(Type.NUMBER), null),
    BOOL(Type.BOOL, false),
    BOOL_OR_NULL(Type.BOOL, null),
    /** Nanoseconds; text with units or a whole number. */
    DURATION(Type.ANY, 0L),
    DURATION_OR_NULL(Type.ANY, null),
    TEXTS(Type.list(Type.STRING), null),
    TEXT_MAP(Type.map(Type.STRING), null);

    private static final BigDecimal MOST_COUNT = new BigDecimal("18446744073709551615");

    private final Type type;
    private final @Nullable Object unset;

    Kind(Type type, @Nullable Object unset) {
        this.type = type;
        this.unset = unset;
    }

    @Nullable
    Object unset() {
        return unset;
    }

    /** The JSON value; throws {@link ConversionException} with what was expected. */
    @Nullable
    Object decode(Value value) {
        if (this == DURATION || this == DURATION_OR_NULL) {
            return duration(value);
        }
        Value converted = Convert.to(value, type);
        if (converted.isNull()) {
            if (unset != null) {
                throw new ConversionException("null value is not allowed");
            }
            return null;
        }
        return plain(converted);
    }

    private Object plain(Value value) {
        if (value instanceof Value.Str text) {
            return text.text();
        }
        if (value instanceof Value.Bool bool) {
            return bool.value();
        }
        if (value instanceof Value.Number number) {
            return this == COUNT_OR_NULL ? count(cut(number.number())) : whole(number.number());
        }
        if (value.isMapping()) {
            return textMap(value);
        }
        return this == PORTS ? wholes(value) : texts(value);
    }

    private long whole(Num number) {
        return switch (this) {
            case SMALL_OR_NULL -> whole(number, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case CUT_SMALL_OR_NULL -> whole(cut(number), Byte.MIN_VALUE, Byte.MAX_VALUE);
            case PERCENT -> whole(number, 0, 255);
            case PORT, PORTS -> whole(number, 0, 65_535);
            default -> whole(number, Long.MIN_VALUE, Long.MAX_VALUE);
        };
    }

    private static Num cut(Num number) {
        return number.isInfinite() ? number : Num.of(number.value().setScale(0, RoundingMode.DOWN));
    }

    private static BigInteger count(Num number) {
        if (number.isInfinite() || number.value().signum() < 0 || number.value().compareTo(MOST_COUNT) > 0) {
            throw new ConversionException("value must be a whole number, between 0 and " + MOST_COUNT + " inclusive");
        }
        return number.value().toBigInteger();
    }

    private static long whole(Num number, long least, long most) {
        return number.asLong()
                .filter(n -> n >= least && n <= most)
                .orElseThrow(() ->
                        new ConversionException("value must be a whole number, between " + least + " and " + most));
    }

    private List<Long> wholes(Value value) {
        List<Long> wholes = new ArrayList<>();
        for (Value item : value.elements()) {
            if (!(item instanceof Value.Number number)) {
                throw new ConversionException("null value is not allowed");
            }
            wholes.add(whole(number.number()));
        }
        return wholes;
    }

    private static List<String> texts(Value value) {
        List<String> texts = new ArrayList<>();
        for (Value item : value.elements()) {
            texts.add(text(item));
        }
        return texts;
    }

    private static Map<String, String> textMap(Value value) {
        Map<String, String> texts = new TreeMap<>(Value.BYTES);
        value.entries().forEach((k, v) -> texts.put(k, text(v)));
        return texts;
    }

    private static String text(Value value) {
        if (value instanceof Value.Str text) {
            return text.text();
        }
        throw new ConversionException("null value is not allowed");
    }

    private static long duration(Value value) {
        if (value instanceof Value.Number number) {
            return whole(number.number(), Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (value instanceof Value.Str text) {
            return GoDuration.parse(text.text())
                    .orElseThrow(() -> new ConversionException("not a duration: \"" + text.text()
                            + "\" (expected a number with a unit of ns, us, ms, s, m or h, such as \"1h30m\")"));
        }
        throw new ConversionException("expected a duration, text such as \"30s\" or \"1h30m\", but found "
                + (value.isNull() ? "null" : "a " + value.type().friendlyName()));
    }
}
