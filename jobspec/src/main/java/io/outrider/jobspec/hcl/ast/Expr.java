package io.outrider.jobspec.hcl.ast;

import io.outrider.jobspec.hcl.Range;
import io.outrider.jobspec.hcl.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression as written; every node knows its place. */
public sealed interface Expr {
    Range range();

    <R> R accept(Visitor<R> visitor);

    /** One method per kind of expression. */
    interface Visitor<R> {
        R literal(Literal expr);

        R template(Template expr);

        R wrap(Wrap expr);

        R join(Join expr);

        R parens(Parens expr);

        R variable(Variable expr);

        R relative(Relative expr);

        R index(Index expr);

        R splat(Splat expr);

        R item(Item expr);

        R call(Call expr);

        R conditional(Conditional expr);

        R binary(Binary expr);

        R unary(Unary expr);

        R tuple(Tuple expr);

        R struct(Struct expr);

        R loop(For expr);
    }

    /** A number, bool, null, or text without sequences. */
    record Literal(Value value, Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.literal(this);
        }
    }

    /** Text with sequences: the parts are joined. */
    record Template(List<Expr> parts, Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.template(this);
        }
    }

    /** A template that is one interpolation and nothing else: keeps the type of the inner value. */
    record Wrap(Expr inner, Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.wrap(this);
        }
    }

    /** The texts of a loop in a template, joined. */
    record Join(For loop, Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.join(this);
        }
    }

    /** An expression in parentheses. */
    record Parens(Expr inner, Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.parens(this);
        }
    }

    /**
     * A name and steps with constant keys.
     *
     * @param shown the text to keep between <code>${</code> and <code>}</code> when the name is not known
     */
    record Variable(String name, List<Step> steps, Range range, String shown) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.variable(this);
        }
    }

    /** Steps with constant keys from the value of another expression. */
    record Relative(Expr source, List<Step> steps, Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.relative(this);
        }
    }

    /** An index that must be computed. */
    record Index(Expr collection, Expr key, Range range, Range brackets) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.index(this);
        }
    }

    /** {@code source[*]} or {@code source.*}: {@code each} is evaluated once per element, which is its {@link Item}. */
    record Splat(Expr source, Expr each, Range range, Range marker) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.splat(this);
        }
    }

    /** The current element of the splat around it. */
    record Item(Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.item(this);
        }
    }

    /** A function call; {@code expand} if the last argument is a list of arguments. */
    record Call(String name, List<Expr> args, boolean expand, Range nameRange, Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.call(this);
        }
    }

    /** {@code condition ? yes : no}, or an {@code if} in a template. */
    record Conditional(Expr condition, Expr yes, Expr no, Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.conditional(this);
        }
    }

    /** An operator with two operands. Chains of equal rank lean to the left, as deep as they are long. */
    record Binary(Operator operator, Expr left, Expr right, Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.binary(this);
        }
    }

    /** {@code -x} or {@code !x}. */
    record Unary(Operator operator, Expr operand, Range range) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.unary(this);
        }
    }

    /** {@code [a, b]}. */
    record Tuple(List<Expr> items, Range range, Range open) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.tuple(this);
        }
    }

    /** <code>{a = b}</code>. */
    record Struct(List<Field> fields, Range range, Range open) implements Expr {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.struct(this);
        }
    }

    /** One entry of a {@link Struct}. */
    record Field(Expr key, Expr value) {}

    /** A {@code for} expression: a tuple if {@code key} is null, else an object. */
    record For(
            Names names,
            Expr source,
            @Nullable Expr key,
            Expr value,
            @Nullable Expr condition,
            Form form) implements Expr {
        @Override
        public Range range() {
            return form.range();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.loop(this);
        }
    }

    /** The names a {@code for} binds. */
    record Names(@Nullable String key, String value) {}

    /** Place and bracket of a {@code for}, and whether it groups values by key. */
    record Form(boolean group, Range range, Range open) {}

    /** One step of a traversal: an attribute (text key) or an index (text or number key). */
    record Step(Value key, boolean attribute, Range range) {}

    /** The operators, with their rank (higher binds tighter). */
    enum Operator {
        OR(1),
        AND(2),
        EQUAL(3),
        NOT_EQUAL(3),
        LESS(4),
        LESS_EQUAL(4),
        GREATER(4),
        GREATER_EQUAL(4),
        ADD(5),
        SUBTRACT(5),
        MULTIPLY(6),
        DIVIDE(6),
        MODULO(6),
        NEGATE(7),
        NOT(7);

        private final int rank;

        Operator(int rank) {
            this.rank = rank;
        }

        public int rank() {
            return rank;
        }
    }
}
