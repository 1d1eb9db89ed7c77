package io.outrider.jobspec.hcl.ast;

import io.outrider.jobspec.hcl.Range;
import java.util.List;
import java.util.Map;

/**
 * What stands between braces, or in a file: arguments by name and blocks, both in source order.
 *
 * @param range from the first to the last character of the content
 * @param end where a missing item is reported
 */
public record Body(Map<String, Attribute> attributes, List<Block> blocks, Range range, Range end) {

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
