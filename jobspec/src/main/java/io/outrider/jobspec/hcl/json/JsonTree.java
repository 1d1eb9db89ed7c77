package io.outrider.jobspec.hcl.json;

import io.outrider.jobspec.hcl.Range;
import java.math.BigDecimal;
import java.util.List;

/** JSON as written; every node knows its place. */
sealed interface JsonTree {
    /** All of it. */
    Range range();

    /** Where it starts: the bracket of what has one. */
    default Range start() {
        return range();
    }

    /** Text; {@code escaped} if its characters are not those of the source. */
    record Text(String value, boolean escaped, Range range) implements JsonTree {
        /** Between the quotes. */
        Range inside() {
            return new Range(range.source(), range.start() + 1, range.end() - 1);
        }
    }

    /** A number. */
    record Numeral(BigDecimal value, Range range) implements JsonTree {}

    /** True or false. */
    record Truth(boolean value, Range range) implements JsonTree {}

    /** The word {@code null}. */
    record Nothing(Range range) implements JsonTree {}

    /** A list. */
    record Array(List<JsonTree> items, Range range) implements JsonTree {
        @Override
        public Range start() {
            return new Range(range.source(), range.start(), range.start() + 1);
        }
    }

    /** An object; a name may be there twice. */
    record Fields(List<Field> fields, Range range) implements JsonTree {
        @Override
        public Range start() {
            return new Range(range.source(), range.start(), range.start() + 1);
        }
    }

    /** One entry of an object. */
    record Field(String name, Range nameRange, JsonTree value) {
        Range range() {
            return nameRange.to(value.range());
        }
    }
}
