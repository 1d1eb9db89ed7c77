package io.outrider.jobspec.hcl.ast;

import io.outrider.jobspec.hcl.Range;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What stands between braces, or in a file: arguments by name and blocks, both in source order.
 *
 * @param range from the first to the last character of the content
 * @param end where a missing item is reported
 */
public record Body(
        Map<String, Attribute> attributes,
        List<Block> blocks,
        Range range,
        Range end,
        @Nullable Form form) {

    /** A body whose items are known as they stand. */
    public Body(Map<String, Attribute> attributes, List<Block> blocks, Range range, Range end) {
        this(attributes, blocks, range, end, null);
    }

    /** This body read with a table: only JSON needs one to tell arguments from blocks. */
    public Body shaped(Shape shape) {
        return form == null ? this : form.shaped(shape);
    }

    /** This body with free names: in JSON each is an argument. */
    public Body named(Texts texts) {
        return form == null ? this : form.named(texts);
    }

    /** The same with text in JSON as templates. */
    public Body named() {
        return named(Texts.TEMPLATES);
    }

    /** What text in JSON is. */
    public enum Texts {
        TEMPLATES,
        EXPRESSIONS,
        LITERAL
    }

    /** A body that takes its form from a table. */
    public interface Form {
        Body shaped(Shape shape);

        Body named(Texts texts);
    }

    /**
     * What a body may hold.
     *
     * @param arguments by name
     * @param blocks types and how many labels each has
     * @param expressions arguments whose text in JSON is an expression, such as the type of a variable
     * @param others what all other text in JSON is
     */
    public record Shape(Set<String> arguments, Map<String, Integer> blocks, Set<String> expressions, Texts others) {
        /** Arguments and blocks whose text is templates. */
        public static Shape of(Set<String> arguments, Map<String, Integer> blocks) {
            return new Shape(arguments, blocks, Set.of(), Texts.TEMPLATES);
        }

        public Texts texts(String argument) {
            return expressions.contains(argument) ? Texts.EXPRESSIONS : others;
        }
    }

    /** {@code name = value}. */
    public record Attribute(String name, Expr value, Range nameRange, Range range) {}

    /** {@code type "label" ... { body }}. */
    public record Block(String type, List<Label> labels, Body body, Heading heading) {
        public Range typeRange() {
            return heading.type();
        }

        /** Type and labels. */
        public Range header() {
            return heading.whole();
        }
    }

    /** Places of a block: its type, type and labels together, its opening brace. */
    public record Heading(Range type, Range whole, Range open) {}

    /** A label of a block. */
    public record Label(String text, Range range) {}
}
