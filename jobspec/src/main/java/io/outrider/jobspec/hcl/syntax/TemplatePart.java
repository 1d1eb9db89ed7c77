package io.outrider.jobspec.hcl.syntax;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.ast.Expr;
import org.jspecify.annotations.Nullable;

/** A piece of a template before its directives are paired. */
sealed interface TemplatePart {
    Range range();

    /** A trim mark after this part takes its trailing whitespace. */
    default void trimRight() {}

    /** Literal text; indentation and trims change it. */
    final class Text implements TemplatePart {
        private final Range range;
        private String value;

        Text(String value, Range range) {
            this.value = value;
            this.range = range;
        }

        @Override
        public Range range() {
            return range;
        }

        String value() {
            return value;
        }

        void value(String changed) {
            value = changed;
        }

        @Override
        public void trimRight() {
            value = value.stripTrailing();
        }
    }

    /** An interpolation. */
    record Inserted(Expr expr, Range range) implements TemplatePart {}

    /** {@code if}, {@code else}, {@code endif}, {@code for} or {@code endfor}. */
    record Directive(
            String word,
            Expr.@Nullable Names names,
            @Nullable Expr expr,
            @Nullable Range place) implements TemplatePart {
        static Directive condition(Expr expr) {
            return new Directive("if", null, expr, null);
        }

        static Directive loop(Expr.Names names, Expr expr) {
            return new Directive("for", names, expr, null);
        }

        static Directive marker(String word) {
            return new Directive(word, null, null, null);
        }

        Directive at(Range range) {
            return new Directive(word, names, expr, range);
        }

        @Override
        public Range range() {
            if (place == null) {
                throw new IllegalStateException("directive " + word + " without place");
            }
            return place;
        }
    }
}
