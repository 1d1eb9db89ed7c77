package io.outrider.agent.filter;

import io.outrider.jobspec.regexp.Regexp;
import tools.jackson.databind.JsonNode;

/** What a filter asks. */
sealed interface Expression {

    boolean test(Filter.Datum datum);

    /** Both. */
    record And(Expression left, Expression right) implements Expression {
        @Override
        public boolean test(Filter.Datum datum) {
            return left.test(datum) && right.test(datum);
        }
    }

    /** One of them at least. */
    record Or(Expression left, Expression right) implements Expression {
        @Override
        public boolean test(Filter.Datum datum) {
            return left.test(datum) || right.test(datum);
        }
    }

    /** The opposite. */
    record Not(Expression inner) implements Expression {
        @Override
        public boolean test(Filter.Datum datum) {
            return !inner.test(datum);
        }
    }

    /** Equal, as the field's own type sees it: what is not set is empty, 0 or false. */
    record Equal(Selector selector, String value) implements Expression {
        @Override
        public boolean test(Filter.Datum datum) {
            JsonNode found = datum.at(selector);
            if (found.isMissingNode() || found.isNull()) {
                return value.isEmpty() || value.equals("0") || value.equals("false");
            }
            if (found.isNumber()) {
                return isNumber(value) && Double.compare(found.asDouble(), Double.parseDouble(value)) == 0;
            }
            return found.isValueNode() && found.asString().equals(value);
        }

        private static boolean isNumber(String text) {
            return text.matches("-?[0-9]+(\\.[0-9]+)?");
        }
    }

    /** A part of a text, an item of a list, a key of a map. */
    record Contains(Selector selector, String value) implements Expression {
        @Override
        public boolean test(Filter.Datum datum) {
            JsonNode found = datum.at(selector);
            if (found.isArray()) {
                return found.values().stream()
                        .anyMatch(item -> item.asString("").equals(value));
            }
            return found.isObject()
                    ? found.has(value)
                    : found.isString() && found.asString().contains(value);
        }
    }

    /** Nothing in it. */
    record Empty(Selector selector) implements Expression {
        @Override
        public boolean test(Filter.Datum datum) {
            JsonNode found = datum.at(selector);
            return found.isContainer()
                    ? found.isEmpty()
                    : found.isMissingNode()
                            || found.isNull()
                            || found.asString("").isEmpty();
        }
    }

    /** Not set. */
    record Nil(Selector selector) implements Expression {
        @Override
        public boolean test(Filter.Datum datum) {
            JsonNode found = datum.at(selector);
            return found.isMissingNode() || found.isNull();
        }
    }

    /** A regular expression that matches somewhere. */
    record Matches(Selector selector, Regexp pattern) implements Expression {
        @Override
        public boolean test(Filter.Datum datum) {
            JsonNode found = datum.at(selector);
            return found.isString() && pattern.find(found.asString());
        }
    }
}
